/** The id of a work stands in addresses: small letters, digits and hyphens. */
export function isWorkId(id: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/.test(id);
}

/** An id from a title: "Élm Street — navy" becomes `elm-street-navy`. Empty where nothing is left. */
export function workIdFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '');
}
