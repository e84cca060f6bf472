import { PAINTS } from './choices';

const GREEN = '#2F4A43';
const PLASTER = '#F6F2EA';
const OAK = '#B9782F';
const TERRACOTTA = '#B4472A';

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${body}</svg>`;

/** The mark: a shaker door with its inset line and a knob; the last strip of oak is still to be painted. */
function door(x: number, y: number, w: number, h: number): string {
  const inset = w * 0.2;
  const strip = w * 0.16;
  const inner = w - inset * 2;
  return [
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${w * 0.07}" fill="${PLASTER}"/>`,
    `<rect x="${x + inset}" y="${y + inset}" width="${inner}" height="${h - inset * 2}" fill="${GREEN}"/>`,
    `<rect x="${x + inset}" y="${y + h - inset - strip}" width="${inner}" height="${strip}" fill="${OAK}"/>`,
    `<circle cx="${x + w - inset * 0.5}" cy="${y + h * 0.5}" r="${w * 0.06}" fill="${TERRACOTTA}"/>`,
  ].join('');
}

/** `rounded` has its own corners; `full` fills the square and keeps within the maskable safe zone (80 %). */
export function mark(shape: 'rounded' | 'full'): string {
  if (shape === 'full') {
    return svg(`<rect width="64" height="64" fill="${GREEN}"/>${door(18, 12, 28, 40)}`);
  }
  return svg(`<rect width="64" height="64" rx="14" fill="${GREEN}"/>${door(16.5, 10, 31, 44)}`);
}

/** White on nothing: the system colours it. */
export function badge(): string {
  return svg(
    '<path fill="#fff" fill-rule="evenodd" d="M18 5h28a4 4 0 0 1 4 4v46a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4Zm4 8v38h18V13H22Z"/><path fill="#fff" d="M26 17h10v30H26z"/>',
  );
}

/** Marks for the app's shortcuts: a sheet with a plus; before and after side by side. */
export function shortcut(kind: 'request' | 'gallery'): string {
  const ground = `<rect width="64" height="64" rx="14" fill="${kind === 'request' ? TERRACOTTA : GREEN}"/>`;
  const sheet = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`;
  if (kind === 'request') {
    const plus = `<path d="M32 24v16M24 32h16" stroke="${TERRACOTTA}" stroke-width="4" stroke-linecap="round"/>`;
    return svg(ground + sheet(18, 12, 28, 40, PLASTER, 4) + plus);
  }
  const seam =
    sheet(30.9, 13, 2.2, 38, PLASTER, 1.1) + `<circle cx="32" cy="32" r="4.5" fill="${PLASTER}"/>`;
  const pictures = sheet(14.5, 20.5, 17.5, 23, OAK) + sheet(32, 20.5, 17.5, 23, PAINTS.sage);
  return svg(ground + sheet(11, 17, 42, 30, PLASTER, 4) + pictures + seam);
}
