/** A double as Go's `%g` writes it. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return exponent < -4 || exponent >= 6 ? exponential(value) : String(value);
}

function exponential(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}e${padded(exponent)}`;
}

/** Go writes exponents with a sign and two digits at least. */
export function padded(exponent: string): string {
  const size = exponent.replace(/^[-+]/u, '').padStart(2, '0');
  return `${exponent.startsWith('-') ? '-' : '+'}${size}`;
}
