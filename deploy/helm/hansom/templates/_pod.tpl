{{- define "hansom.labels" -}}
app.kubernetes.io/name: hansom
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* What selects the pods of one process: (list . "web"). */}}
{{- define "hansom.selector" -}}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Not empty if a standby answers lists, reports and exports. */}}
{{- define "hansom.replicaReads" -}}
{{- with .Values.postgres }}
{{- if and .enabled .replicaReads (gt (int .instances) 1) }}true{{ end }}
{{- end }}
{{- end }}

{{- define "hansom.env" -}}
{{- $server := printf "%s-postgres" .Release.Name }}
{{- if .Values.postgres.enabled }}
- name: DATABASE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $server }}-processes
      key: password
- name: DATABASE_URL
  value: postgresql://hansom_processes:$(DATABASE_PASSWORD)@{{ .Release.Name }}-pooler:5432/hansom?prepare_threshold=5
- name: DATABASE_DIRECT_URL
  value: postgresql://hansom_processes:$(DATABASE_PASSWORD)@{{ $server }}-rw:5432/hansom
{{- if include "hansom.replicaReads" . }}
# Not by a pooler: whether the standby is up to date and the list must be read from the same one.
- name: DATABASE_REPLICA_URL
  value: postgresql://hansom_processes:$(DATABASE_PASSWORD)@{{ $server }}-ro:5432/hansom
{{- end }}
{{- end }}
{{- if .Values.valkey.enabled }}
- name: REDIS_URL
  value: redis://{{ .Release.Name }}-valkey:6379/0
{{- end }}
{{- end }}

{{/* What the migration alone knows: the role that owns the tables. */}}
{{- define "hansom.ownerEnv" -}}
{{- if .Values.postgres.enabled }}
- name: DATABASE_OWNER_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .Release.Name }}-postgres-app
      key: password
- name: DATABASE_OWNER_URL
  value: postgresql://hansom:$(DATABASE_OWNER_PASSWORD)@{{ .Release.Name }}-postgres-rw:5432/hansom
{{- else if .Values.migrationSecret }}
- name: DATABASE_OWNER_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.migrationSecret }}
      key: DATABASE_OWNER_URL
{{- end }}
{{- end }}

{{/* The pod of one process: (list . "web" resources). */}}
{{- define "hansom.pod" -}}
{{- $ := index . 0 }}
{{- $process := index . 1 }}
metadata:
  labels:
    {{- include "hansom.labels" $ | nindent 4 }}
    app.kubernetes.io/component: {{ $process }}
  annotations:
    # New settings restart the pods.
    checksum/config: {{ include (print $.Template.BasePath "/config.yaml") $ | sha256sum }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 30
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with $.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "hansom.selector" (list $ $process) | nindent 10 }}
  {{- if not (has $process (list "osrm" "migrate")) }}
  initContainers:
    # At the first start the tables and the static files are still being made.
    - name: wait
      args: [wait]
      {{- include "hansom.container" (list $ "wait") | nindent 6 }}
  {{- end }}
  containers:
    - name: {{ $process }}
      args: [{{ $process }}]
      {{- include "hansom.container" (list $ $process) | nindent 6 }}
      {{- if eq $process "web" }}
      ports:
        - name: http
          containerPort: 8000
      startupProbe:
        {{- include "hansom.http" (list $ "/healthz") | nindent 8 }}
        periodSeconds: 3
        failureThreshold: 40
      readinessProbe:
        {{- include "hansom.http" (list $ "/readyz") | nindent 8 }}
        periodSeconds: 5
        timeoutSeconds: 5
      livenessProbe:
        {{- include "hansom.http" (list $ "/healthz") | nindent 8 }}
        periodSeconds: 10
        timeoutSeconds: 5
      lifecycle:
        # The ingress stops sending requests a moment after the pod is to end.
        preStop:
          exec:
            command: [sleep, "5"]
      {{- else if eq $process "osrm" }}
      ports:
        - name: http
          containerPort: 5055
      # Not ready until the first map is imported; until then it waits for it.
      readinessProbe:
        httpGet:
          path: /nearest/v1/driving/0,0
          port: http
        periodSeconds: 10
      {{- else if ne $process "migrate" }}
      livenessProbe:
        exec:
          command: [hansom, health, {{ $process }}]
        initialDelaySeconds: 30
        periodSeconds: 15
        timeoutSeconds: 10
      {{- end }}
      resources:
        {{- toYaml (index . 2) | nindent 8 }}
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: {{ $.Release.Name }}-data
    - name: health
      emptyDir: {}
    - name: tmp
      emptyDir: {}
{{- end }}

{{/* What every container of the image has: (list . "web"). */}}
{{- define "hansom.container" -}}
{{- $ := index . 0 }}
image: "{{ $.Values.image.repository }}:{{ $.Values.image.tag }}"
imagePullPolicy: {{ $.Values.image.pullPolicy }}
envFrom:
  - configMapRef:
      name: {{ $.Release.Name }}-env
  - secretRef:
      name: {{ required "existingSecret names the Secret with SECRET_KEY" $.Values.existingSecret }}
env:
  {{- include "hansom.env" $ | nindent 2 }}
  {{- if eq (index . 1) "migrate" }}
  {{- include "hansom.ownerEnv" $ | nindent 2 }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /var/lib/hansom
  # Heartbeats are of one pod.
  - name: health
    mountPath: /var/lib/hansom/health
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "hansom.http" -}}
httpGet:
  path: {{ index . 1 }}
  port: http
  httpHeaders:
    # Django answers only to the host name that it serves.
    - name: Host
      value: {{ (index . 0).Values.domain }}
{{- end }}
