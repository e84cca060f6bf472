/** The site's own faces, taken out of the styles: the gate (src/gate) has them come, both at once. */

const FACE = /@font-face\{[^}]*\}/g;
const FILE = /[;{]src:url\(([^)]+)\)/;

/** Divides minified styles into the faces that are files, and everything else. */
export function splitFaces(styles: string): { faces: string[]; styles: string } {
  const faces = (styles.match(FACE) ?? []).filter((face) => FILE.test(face));
  if (faces.length === 0) throw new Error('The built styles have no face of their own.');
  return { faces, styles: faces.reduce((rest, face) => rest.replace(face, ''), styles) };
}

/** The arguments of the CSS Font Loading API's `FontFace`, as JSON for an attribute in single quotes. */
export function fontsOf(faces: string[]): string {
  const fonts = faces.map((face) => [
    descriptor(face, /[;{]font-family:([^;}]+)/),
    `url(${descriptor(face, FILE)})`,
    { weight: descriptor(face, /[;{]font-weight:([^;}]+)/) },
  ]);
  const json = JSON.stringify(fonts);
  if (json.includes("'")) throw new Error(`An apostrophe ends the attribute: ${json}`);
  return json;
}

function descriptor(face: string, pattern: RegExp): string {
  const value = pattern.exec(face)?.[1];
  if (value === undefined) throw new Error(`A face without ${pattern.source}: ${face}`);
  return value;
}
