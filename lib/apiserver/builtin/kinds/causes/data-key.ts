const KEY = /^[-._a-zA-Z0-9]+$/u;
const KEY_RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const LONGEST_KEY = 253;

/**
 * What is wrong with a key of a ConfigMap or of a Secret.
 *
 * @see kubernetes/apimachinery:pkg/util/validation/validation.go (IsConfigMapKey)
 */
export function dataKeyProblems(key: string): readonly string[] {
  return [
    ...(key.length > LONGEST_KEY ? [`must be no more than ${LONGEST_KEY} characters`] : []),
    ...(KEY.test(key) ? [] : [KEY_RULE]),
    ...(key === '.' || key === '..' ? [`must not be '${key}'`] : []),
    ...(key.startsWith('..') && key !== '..' ? ["must not start with '..'"] : []),
  ];
}
