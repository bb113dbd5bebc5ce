import { isIPv4, isIPv6 } from 'node:net';

import { addressRange } from '../address-range.ts';
import { isGoDuration } from '../go-duration.ts';

type FormatCheck = (text: string) => boolean;

/**
 * String formats that schemas of custom resources know; others are ignored.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/validation/formats.go
 * @see kubernetes/kube-openapi:pkg/validation/strfmt/default.go
 */
const FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/iu)],
  ['uri', isUri],
  ['email', matches(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>",;:]+@[^\s@<>",;:]+)$/u)],
  ['hostname', isHostname],
  ['ipv4', isIPv4],
  ['ipv6', (text) => isIPv6(text) && !text.includes('%')],
  ['cidr', (text) => addressRange(text) !== undefined],
  [
    'mac',
    matches(/^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/iu),
  ],
  ['uuid', matches(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/iu)],
  ['uuid3', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/iu)],
  ['uuid4', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/iu)],
  ['uuid5', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/iu)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/u)],
  ['hexcolor', matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu)],
  ['rgbcolor', isRgbColor],
  ['byte', isBase64],
  ['password', () => true],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['k8sshortname', (text) => text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/u.test(text)],
  [
    'k8slongname',
    (text) =>
      text.length <= 253 &&
      /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/u.test(text),
  ],
]);

/** The check of a format, or undefined when the API server ignores it. Dashes in the name do not count. */
export function stringFormat(format: string): FormatCheck | undefined {
  return FORMATS.get(format.replaceAll('-', ''));
}

function matches(pattern: RegExp): FormatCheck {
  return (text) => pattern.test(text);
}

function isUri(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text)) return false;
  return text.startsWith('/') || (/^[a-z][a-z0-9+.-]*:/iu.test(text) && URL.canParse(text));
}

function isHostname(text: string): boolean {
  if (text.length > 255) return false;
  const labels = text.split('.');
  const label = /^[a-z0-9\p{S}\p{L}](?:[-a-z0-9\p{S}\p{L}]{0,61}[a-z0-9\p{S}\p{L}])?$/iu;
  if (!labels.every((one) => label.test(one))) return false;
  return labels.length === 1 || /^[a-z\p{L}]{2,63}$/iu.test(labels.at(-1) ?? '');
}

function digitSum(digits: string, weight: (index: number) => number): number {
  return digits
    .split('')
    .reduce((sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weight(index), 0);
}

function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/gu, '');
  return /^\d{9}[\dX]$/u.test(digits) && digitSum(digits, (index) => 10 - index) % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/gu, '');
  return /^\d{13}$/u.test(digits) && digitSum(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
}

const CREDIT_CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/u;

/** With its check digit, by Luhn's formula. */
function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D/gu, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const found = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/u.exec(text);
  return found !== null && found.slice(1).every((part) => Number(part) <= 255 && !/^0\d/u.test(part));
}

function isBase64(text: string): boolean {
  return text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/u.test(text);
}

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/iu;

/** RFC 3339. */
function isDateTime(text: string): boolean {
  if (!/^.{10}t/iu.test(text) || !isDate(text.slice(0, 10))) return false;
  const found = TIME.exec(text.slice(11));
  if (found === null) return false;
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(Number);
  return hours <= 23 && minutes <= 59 && seconds <= 59;
}

const UNITS = /^(?:ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/iu;

/** What Go's time.ParseDuration reads, and Scala's words: `2 days`. */
function isDuration(text: string): boolean {
  if (isGoDuration(text)) return true;
  return [...text.matchAll(/\d+\s*([A-Za-zµ]+)/gu)].some((found) => UNITS.test(found[1] ?? ''));
}
