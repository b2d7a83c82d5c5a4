{{- define "redrive.labels" -}}
app.kubernetes.io/name: redrive
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "redrive.selector" -}}
app.kubernetes.io/name: redrive
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* "true", or empty where the console is for attached clusters only: nothing listens for RocketMQ clients then. */}}
{{- define "redrive.servesClients" -}}
{{- if ne (get .Values.settings "REDRIVE_EMBEDDED_BROKER") "false" }}true{{ end }}
{{- end }}

{{- define "redrive.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "redrive.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ required "secret.name is the name of a Secret with the keys of secret.keys: see docs/operate/kubernetes.md" .root.Values.secret.name }}
      key: {{ .key }}
{{- end }}

{{- define "redrive.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "redrive.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* For sslrootcert=/ca/ca.crt in the URLs of the database. */}}
{{- define "redrive.caMount" -}}
{{- if .Values.databaseCa.configMap -}}
- { name: ca, mountPath: /ca, readOnly: true }
{{- end }}
{{- end }}
{{- define "redrive.caVolume" -}}
{{- with .Values.databaseCa.configMap -}}
- name: ca
  configMap:
    name: {{ . }}
{{- end }}
{{- end }}

{{/* Pods of a component: what both kinds have. */}}
{{- define "redrive.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "redrive.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
    {{- if include "redrive.servesClients" $root }}
    redrive/gateway: 'true'
    {{- end }}
  {{- with $root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    {{- include "redrive.podSecurity" $root | nindent 4 }}
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "redrive.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .component }}
  containers:
    - name: {{ .component }}
      image: {{ include "redrive.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: ['redrive', {{ .command | quote }}]
      securityContext:
        {{- include "redrive.containerSecurity" $root | nindent 8 }}
      env:
        - name: REDRIVE_HOST
          value: 0.0.0.0
        {{- include "redrive.secretEnv" (dict "root" $root "name" "REDRIVE_BROKER_DATABASE_URL" "key" $root.Values.secret.keys.brokerUrl) | nindent 8 }}
        {{- include "redrive.secretEnv" (dict "root" $root "name" "REDRIVE_CONSOLE_DATABASE_URL" "key" $root.Values.secret.keys.consoleUrl) | nindent 8 }}
        {{- include "redrive.secretEnv" (dict "root" $root "name" "REDRIVE_SECRET_KEY" "key" $root.Values.secret.keys.secretKey) | nindent 8 }}
        {{- with $root.Values.secret.keys.apiToken }}
        {{- include "redrive.secretEnv" (dict "root" $root "name" "REDRIVE_API_TOKEN" "key" .) | nindent 8 }}
        {{- end }}
        {{- with $root.Values.secret.keys.oidcClientSecret }}
        {{- include "redrive.secretEnv" (dict "root" $root "name" "REDRIVE_OIDC_CLIENT_SECRET" "key" .) | nindent 8 }}
        {{- end }}
        {{- if $root.Values.gateway.tlsSecret }}
        - name: REDRIVE_TLS_CERT
          value: /tls/tls.crt
        - name: REDRIVE_TLS_KEY
          value: /tls/tls.key
        {{- end }}
        {{- range $name, $value := $root.Values.settings }}
        {{- if $value }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- end }}
      ports:
        {{- if include "redrive.servesClients" $root }}
        - { name: gateway, containerPort: 8081 }
        {{- end }}
        - { name: {{ .port.name }}, containerPort: {{ .port.number }} }
      # Starting may wait for the job that migrates.
      startupProbe:
        httpGet: { path: /api/health, port: {{ .port.name }} }
        periodSeconds: 2
        failureThreshold: 60
      {{- if eq .component "console" }}
      readinessProbe:
        httpGet: { path: /api/health, port: {{ .port.name }} }
        periodSeconds: 5
      {{- else }}
      # Not health: while the database refuses sends, consumers still work.
      readinessProbe:
        tcpSocket: { port: gateway }
        periodSeconds: 5
      {{- end }}
      # The supervisor starts its processes again by itself; trouble with the database is no reason to end.
      livenessProbe:
        tcpSocket: { port: {{ include "redrive.servesClients" $root | empty | ternary .port.name "gateway" }} }
        periodSeconds: 10
        failureThreshold: 6
      lifecycle:
        preStop:
          exec:
            # No new connections come by the time it drains.
            command: ['node', '-e', 'setTimeout(() => {}, 5000)']
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /data }
        {{- if $root.Values.gateway.tlsSecret }}
        - { name: tls, mountPath: /tls, readOnly: true }
        {{- end }}
        {{- with include "redrive.caMount" $root }}
        {{- . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    # Stays nearly empty: the database is elsewhere.
    - name: data
      emptyDir: {}
    {{- if $root.Values.gateway.tlsSecret }}
    - name: tls
      secret:
        secretName: {{ $root.Values.gateway.tlsSecret }}
        defaultMode: 288
    {{- end }}
    {{- with include "redrive.caVolume" $root }}
    {{- . | nindent 4 }}
    {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
