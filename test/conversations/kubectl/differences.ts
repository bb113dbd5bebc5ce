/** Where ours may answer in another way than a real server, and how it does. */
export interface Difference {
  readonly why: string;
  /** What ours prints, to either output. */
  readonly ours: RegExp;
}

const OWN_PROSE = 'what is common to all kinds is described in other words than those of Kubernetes';

/** By what was said, without the names of the conversation. Each must still differ. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'patch configmap news --type=merge -p {"data":{"a":1}}': {
    why: 'the message repeats the object, in the order in which its fields are held in memory',
    ours: /json: cannot unmarshal number into Go struct field ConfigMap\.data of type string$/m,
  },
  'explain widgets.NAMESPACE.example.com': {
    why: OWN_PROSE,
    ours: /^ {2}A widget is what this is about\.$/m,
  },
  'patch pod press -p {"spec":{"hostNetwork":true}}': {
    why: 'the message ends with a comparison of values in the memory of a Go program',
    ours: /^The Pod "press" is invalid: spec: Forbidden: pod updates may not change fields other than/,
  },
  'api-resources --api-group= --namespaced=false': {
    why: 'component statuses, deprecated since 1.19, are of a cluster that has components',
    ours: /^persistentvolumes {2}pv {2}v1 {2}false {2}PersistentVolume$/m,
  },
};
