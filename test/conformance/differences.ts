/** A difference from the real server that we have decided to keep. */
export interface Difference {
  readonly topic: string;
  readonly case: string;
  /** Which answer, from 1. */
  readonly answer: number;
  /** The dotted path of the field that differs, from the answer: `status`, `body.message`; or {@link WHOLE}. */
  readonly at: string;
  /** Why ours may differ. */
  readonly why: string;
}

/** Every field of an answer: ours is another one altogether. */
export const WHOLE = '*';

const WORDING = 'the words of a parser of Go; ours says the same in those of its own';
const CLOSED_LIST = 'the built-in kinds are a closed list (DESIGN §6)';
const GO_DIFF =
  'what differs is shown as lines of Go structs, which ours does not have; that it is refused is the same';
const STORED_ONLY = 'ours says of a kind whose objects nobody acts on that it is so';
const METHOD_FIRST =
  'a method that a path does not have is refused by ours before the body is read, by all paths alike';
const SENT_TWICE =
  'of a member that comes twice, ours takes the last, as RFC 8259 leaves it and JSON.parse does, and warns of it; Go makes one object of two';

/** Each is looked at: one that differs no more fails the suite. */
export const DIFFERENCES: readonly Difference[] = [
  bodies('create: text after the object', 1, 'body.message', WORDING),
  bodies('create: broken YAML', 1, 'body.message', WORDING),
  bodies('field manager: invalid', 2, 'body.details.causes.0.message', WORDING),
  bodies('path: method not allowed', 4, WHOLE, METHOD_FIRST),
  bodies('path: method not allowed', 5, WHOLE, METHOD_FIRST),
  bodies('path: method not allowed', 8, WHOLE, METHOD_FIRST),
  bodies('path: slash at the end', 1, 'body.resources', CLOSED_LIST),
  ...[2, 3, 4, 6].flatMap((answer) => [
    of('field-validation', 'create: duplicate fields', answer, 'body.data.a', SENT_TWICE),
    of(
      'field-validation',
      'create: duplicate fields',
      answer,
      'body.metadata.managedFields.0.fieldsV1.f:data.f:a',
      SENT_TWICE,
    ),
  ]),
  ...['FlowSchema', 'PriorityLevelConfiguration'].map((kind) =>
    of('metadata-checks', `flowcontrol.apiserver.k8s.io/v1 ${kind}`, 1, 'warnings', STORED_ONLY),
  ),
  ...[
    'ValidatingWebhookConfiguration',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ].map((kind) =>
    of('metadata-checks', `admissionregistration.k8s.io/v1 ${kind}`, 1, 'warnings', STORED_ONLY),
  ),
  ...[1, 2].map((answer) => of('warnings', 'names of what calls webhooks', answer, 'warnings', STORED_ONLY)),
  of(
    'metadata-checks',
    'storage.k8s.io/v1 VolumeAttributesClass',
    2,
    'body.details.causes.0.message',
    'nothing keeps a VolumeAttributesClass that is used, so that it has no finalizer for it',
  ),
  of('lifecycle', 'pod: is mostly immutable', 3, 'body.details.causes.0.message', GO_DIFF),
  of('lifecycle', 'pod: is mostly immutable', 4, 'body', GO_DIFF),
  of('patches', 'merge: not JSON', 2, 'body.message', WORDING),
  of('patches', 'merge: yaml body', 2, 'body.message', WORDING),
  of(
    'patches',
    'merge: another kind',
    2,
    'body.details.causes.0.message',
    'the result is decoded as the other kind first, whose data are no base64; ours says at once that it is another kind',
  ),
  of('structural', 'bad pattern', 1, 'body.details.causes.0.message', WORDING),
  of('lists', 'a continue token that is none', 5, 'body.message', WORDING),
  of('patches', 'json: not JSON', 2, 'body.message', WORDING),
  of('discovery', 'resources of the core group', 1, 'body.resources', CLOSED_LIST),
];

function bodies(name: string, answer: number, at: string, why: string): Difference {
  return of('bodies', name, answer, at, why);
}

function of(topic: string, name: string, answer: number, at: string, why: string): Difference {
  return { topic, case: name, answer, at, why };
}
