interface SnippetInput {
  readonly endpoints: string;
  readonly accessKeyId: string;
  readonly secret: string;
}

export function nodeSnippet({ endpoints, accessKeyId, secret }: SnippetInput): string {
  return `const producer = new Producer({
  endpoints: '${endpoints}',
  sessionCredentials: {
    accessKey: '${accessKeyId}',
    accessSecret: '${secret}',
  },
});`;
}

export function javaSnippet({ endpoints, accessKeyId, secret }: SnippetInput): string {
  return `ClientConfiguration configuration = ClientConfiguration.newBuilder()
    .setEndpoints("${endpoints}")
    .setCredentialProvider(new StaticSessionCredentialsProvider(
        "${accessKeyId}", "${secret}"))
    .build();`;
}
