/** The places of texts that are there a second time, or a further one. */
export function repeated(texts: readonly string[]): ReadonlySet<number> {
  const [seen, places] = [new Set<string>(), new Set<number>()];
  for (const [place, text] of texts.entries()) {
    if (seen.has(text)) places.add(place);
    seen.add(text);
  }
  return places;
}
