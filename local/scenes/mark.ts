const GREEN = '#2F4A43';
const DEEP = '#243A35';
const PLASTER = '#F6F2EA';
const OAK = '#B9782F';
const TERRACOTTA = '#B4472A';

const svg = (body: string, size = 64) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${body}</svg>`;

/** The mark: a shaker door with its inset line and a knob; the last strip of oak is still to be painted. */
function door(x: number, y: number, w: number, h: number): string {
  const inset = w * 0.2;
  const strip = w * 0.16;
  return [
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${w * 0.07}" fill="${PLASTER}"/>`,
    `<rect x="${x + inset}" y="${y + inset}" width="${w - inset * 2}" height="${h - inset * 2}" rx="${w * 0.025}" fill="${GREEN}"/>`,
    `<rect x="${x + inset}" y="${y + h - inset - strip}" width="${w - inset * 2}" height="${strip}" fill="${OAK}"/>`,
    `<circle cx="${x + w - inset * 0.5}" cy="${y + h * 0.5}" r="${w * 0.058}" fill="${TERRACOTTA}"/>`,
  ].join('');
}

/** `rounded` has its own corners; `full` fills the square and keeps within the maskable safe zone (80 %). */
export function mark(shape: 'rounded' | 'full'): string {
  if (shape === 'full')
    return svg(`<rect width="64" height="64" fill="${GREEN}"/>${door(20, 14.5, 24, 35)}`);
  return svg(`<rect width="64" height="64" rx="15" fill="${GREEN}"/>${door(16.5, 10, 31, 44)}`);
}

/** White on nothing: the system colours it. */
export function badge(): string {
  return svg(
    '<path fill="#fff" fill-rule="evenodd" d="M18 6h28a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Zm5 9v34h18V15H23Z"/><path fill="#fff" d="M27 19h10v26H27z"/>',
  );
}

/** Marks for the app's shortcuts: a sheet with a plus; two pictures side by side. */
export function shortcut(kind: 'request' | 'gallery'): string {
  const ground = `<rect width="64" height="64" rx="32" fill="${kind === 'request' ? TERRACOTTA : GREEN}"/>`;
  if (kind === 'request') {
    return svg(
      `${ground}<rect x="19" y="15" width="26" height="34" rx="3.5" fill="${PLASTER}"/><path d="M32 24v16M24 32h16" stroke="${TERRACOTTA}" stroke-width="4" stroke-linecap="round"/>`,
    );
  }
  return svg(
    `${ground}<rect x="14" y="19" width="36" height="27" rx="3.5" fill="${PLASTER}"/><rect x="17.5" y="22.5" width="12.5" height="20" fill="${OAK}"/><rect x="34" y="22.5" width="12.5" height="20" fill="#8A9A80"/><rect x="30.9" y="16" width="2.2" height="33" rx="1.1" fill="${DEEP}"/>`,
  );
}
