/** Users, and settings of brokers that check them and their rules (ACL 2). */
export const ADMIN = { accessKey: 'admin', secretKey: 'admin-secret-1' };
export const READER = { accessKey: 'reader', secretKey: 'reader-secret-1' };
const PROVIDERS = 'org.apache.rocketmq.auth';
const INNER = { innerClientAuthenticationCredentials: JSON.stringify(ADMIN) };
export const CHECKED = {
  ...{ authenticationEnabled: 'true', authorizationEnabled: 'true', ...INNER },
  authenticationProvider: `${PROVIDERS}.authentication.provider.DefaultAuthenticationProvider`,
  authenticationMetadataProvider: `${PROVIDERS}.authentication.provider.LocalAuthenticationMetadataProvider`,
  authorizationProvider: `${PROVIDERS}.authorization.provider.DefaultAuthorizationProvider`,
  authorizationMetadataProvider: `${PROVIDERS}.authorization.provider.LocalAuthorizationMetadataProvider`,
  initAuthenticationUser: JSON.stringify({ username: ADMIN.accessKey, password: ADMIN.secretKey }),
};

export const PROXY = { ...INNER, enableAclRpcHookForClusterMode: true };
