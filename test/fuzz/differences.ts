import type { Apart } from './comparison.ts';
import type { Step } from './step.ts';

/** A sort of difference from the real server that is no failure. What an entry leaves out does not matter. */
export interface Difference {
  readonly name: string;
  /** Why ours may differ. */
  readonly why: string;
  /** The plurals of the kinds. */
  readonly kinds?: readonly string[];
  readonly verb?: RegExp;
  /** The dotted path of the field that differs. */
  readonly at?: RegExp;
  /** Our value, as JSON; `absent` where there is none. */
  readonly ours?: RegExp;
  readonly real?: RegExp;
  /** The body of the request, as JSON. */
  readonly sent?: RegExp;
  /** Not every run meets it. Default false: fixed seeds do. */
  readonly rare?: boolean;
}

const DECODING =
  /cannot (?:unmarshal|convert|restore)|unrecognized type|illegal base64|unable to decode|cannot be handled as|quantities must match|continue key is not valid/;

const DIRECTIVE_PROBLEM =
  /no elements in any of the given slices|does not contain declared merge key|unable to find api field|unknown patch type|merging lists cannot|doesn't match \$setElementOrder|invalid patch format/;

/** Differences that stay, each with its argument. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'words of a Go decoder',
    why: 'messages that name types of Go; ours say the same in words of their own, with code and reason equal',
    at: /^body\.(?:message|details\.causes(?:\.\d+\.message)?)$/,
    ours: DECODING,
    real: DECODING,
  },
  {
    name: 'order of a Go map in a text',
    why: 'the real server prints a patch as Go prints maps, with versions that are its own',
    at: /^body\.message$/,
    ours: /unknown patch type: .* in map: map\[/,
    real: /unknown patch type: .* in map: map\[/,
    rare: true,
  },
  {
    name: 'an object without a kind in a text',
    why: 'the real server prints the whole object that has no kind, with its members in the order of a Go map',
    at: /^body\.message$/,
    ours: /Object 'Kind' is missing in/,
    real: /Object 'Kind' is missing in/,
    rare: true,
  },
  {
    name: 'an allocated address in a text',
    why: 'each server allocates its own cluster addresses, and a JSON patch moves them to where they are shown',
    kinds: ['services'],
    verb: /^json patch/,
    at: /^body\.(?:message|details\.causes\.\d+\.message)$/,
    ours: /\b10(?:\.\d+){3}\b/,
    real: /\b10(?:\.\d+){3}\b/,
    rare: true,
  },
  {
    name: 'no answer',
    why: 'the real server panics at some requests, and breaks the connection off; should it be gone for good, nothing can be removed and the run fails',
    verb: /^update|^apply| patch/,
    at: /^status$/,
    real: /no answer/,
    rare: true,
  },
  {
    name: 'the first of several problems of a configuration',
    why: 'the real server looks at the members of a map in the order of Go, which is none, and stops at one that it does not know',
    verb: /^apply/,
    at: /^body\.message$/,
    ours: /failed to create typed patch object .*(?:field not declared in schema|errors:)/,
    real: /failed to create typed patch object .*(?:field not declared in schema|errors:)/,
    rare: true,
  },
  {
    name: 'a patch that is shown after it was worked on',
    why: 'the real server shows what is left of a strategic patch: without nulls and directives that it has dealt with, in the order of a Go map',
    verb: /^strategic patch/,
    at: /^body\.(?:message|details\.causes\.\d+\.message)$/,
    ours: /Invalid value: \\"map\[.*strict decoding error: unknown field/,
    real: /Invalid value: \\"map\[.*strict decoding error: unknown field/,
    rare: true,
  },
  {
    name: 'a list that a strategic patch both sets and deletes from',
    why: 'the real server does the one or the other first, in the order of a Go map, which is none',
    verb: /^strategic patch/,
    sent: /\$deleteFromPrimitiveList/,
    at: /^(?:status|body\.(?:message|details\.causes|metadata\.(?:finalizers|managedFields)|spec|status\.).*)$/,
    rare: true,
  },
  {
    name: 'the first of several directives that make no sense',
    why: 'the real server looks at the members of a strategic patch in the order of a Go map, and stops at the first problem',
    verb: /^strategic patch/,
    sent: /"\$.*"\$/,
    at: /^body\.message$/,
    ours: DIRECTIVE_PROBLEM,
    real: DIRECTIVE_PROBLEM,
    rare: true,
  },
  {
    name: 'bytes that are null',
    why: 'Go tells bytes that are null from empty ones until they are stored, and takes them for a change',
    kinds: ['configmaps', 'secrets'],
    verb: /^(?:json|merge|strategic) patch$/,
    sent: /null|"copy"|"move"/,
    at: /^(?:body\.metadata\.managedFields.*|relation\.metadata\.resourceVersion)$/,
    rare: true,
  },
  {
    name: 'bytes that are null in the last answer',
    why: 'Go tells bytes that are null from empty ones until they are stored, which those of an object that a write removes never are',
    kinds: ['configmaps', 'secrets'],
    verb: /^(?:apply|update|json patch)$/,
    at: /^body\.(?:binaryData|data)\.[^.]+$/,
    ours: /^""$/,
    real: /^null$/,
    rare: true,
  },
  {
    name: 'an empty map in an immutable object',
    why: 'Go tells an empty map that is sent from one that is absent, and takes it for a change; ours keeps only what is in maps',
    kinds: ['configmaps', 'secrets'],
    at: /^(?:status|body\.message|body\.details\.causes)$/,
    real: /field is immutable when `immutable` is set|\[<causes>\]/,
    rare: true,
  },
  {
    name: 'an empty map of labels in a message',
    why: 'Go tells an empty map that is sent from one that is absent; ours keeps only what is in maps, and shows null',
    kinds: ['deployments'],
    at: /^(?:status|body\.details\.causes\.\d+\.message)$/,
    ours: /Invalid value: null: `selector` does not match template `labels`/,
    real: /Invalid value: \{\}: `selector` does not match template `labels`/,
    rare: true,
  },
  {
    name: 'a generation for what is pruned',
    why: 'of an applied custom resource, fields that are not kept count as a change for the real server, which prunes them only when it reads; ours never has them',
    kinds: ['gadgets', 'widgets'],
    verb: /^apply$/,
    at: /^body\.metadata\.generation$/,
    rare: true,
  },
  {
    name: "a Job's template in a message",
    why: 'the real server shows the structs of Go that it keeps inside, with names and empty members that the API does not have',
    kinds: ['jobs'],
    at: /^body\.details\.causes\.\d+\.message$/,
    ours: /^"Invalid value: \{.*restartPolicy.*\}: field is immutable"$/,
    real: /^"Invalid value: \{.*RestartPolicy.*\}: field is immutable"$/,
  },
  {
    name: 'the place of an owner without a time',
    why: "who owns a scale's number loses the time, and stands before all who have one; whether that is another order, and a change, depends on who wrote in the same second, which is not the same on two servers",
    verb: /scale$/,
    at: /^relation\.metadata\.resourceVersion$/,
    ours: /a new one/,
    real: /one seen before/,
    rare: true,
  },
  {
    name: 'stored bytes that are written anew',
    why: 'a write that changes nothing is one for the real server if it would store other bytes: empty maps of metadata, or defaults, that only reading has dropped or added; ours stores what it answers',
    verb: /^(?:update|apply|delete|.* patch)/,
    at: /^relation\.(?:items\.\d+\.)?metadata\.resourceVersion$/,
    ours: /one seen before/,
    real: /a new one/,
  },
];

/** The entry that allows a difference of one field, if one does. */
export function allowed(step: Step, apart: Apart): Difference | undefined {
  return DIFFERENCES.find((entry) => covers(entry, step, apart));
}

function covers({ kinds, verb, at, ours, real, sent }: Difference, step: Step, apart: Apart): boolean {
  return (
    matches(sent, textOf(step.change ?? step.body)) &&
    (kinds?.includes(step.subject.kind) ?? true) &&
    matches(verb, step.verb) &&
    matches(at, apart.at) &&
    matches(ours, textOf(apart.ours)) &&
    matches(real, textOf(apart.real))
  );
}

function matches(pattern: RegExp | undefined, text: string): boolean {
  return pattern?.test(text) ?? true;
}

function textOf(value: Apart['ours']): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
