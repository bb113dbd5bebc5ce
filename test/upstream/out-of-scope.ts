/**
 * Specs of sig-api-machinery that are not run at all, by a pattern of their names, and why. Everything else runs,
 * and what does not pass stands in `expectations.json`.
 */
export const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  'AdmissionWebhook|CustomResourceConversionWebhook':
    'calls webhooks, which run in Pods with real containers',
  'Aggregator Should|Aggregated APIServer|clients remain compatible':
    'runs an aggregated API server in a Pod with a real container',
  ResourceQuota: 'quotas need a controller and an admission plugin that the server does not claim',
  'priority and fairness should ensure': 'asks how the server schedules requests under load',
  'AdmissionPolicy .*(should validate|should mutate|type check|expressions)':
    'admission policies are not claimed',
  '\\[Feature:CBOR\\]': 'asks for CBOR behind a feature gate',
  'CoordinatedLeaderElection|StorageVersion resources|APIServerIdentity':
    'an alpha or beta API, off by default',
  '\\[Flaky\\]': 'upstream does not trust it itself',
  '\\[Disruptive\\]': 'restarts the control plane over ssh',
  '\\[Feature:ComprehensiveNamespaceDraining\\]': 'a time measurement',
};
