/** A machine's statechart as SVG, on a light card of its own, so that it reads on any page. */
import type { AnyStateMachine } from 'xstate';
import { chartOf } from './chart';
import { layOut, type Box, type Lane, type Layout } from './layout';

const COLOURS = {
  ground: '#fffdf9',
  line: '#ddd5c6',
  ink: '#1f2a28',
  muted: '#5b6661',
  guard: '#8a5519',
  region: '#f6f2ea',
  state: '#ffffff',
  border: '#b9b3a4',
  initial: '#2f4a43',
};
/** Of the lanes, and of the names of the states that they lead to. */
const LANES = [
  '#b4472a',
  '#2f6b4f',
  '#7a5a16',
  '#1f5f8b',
  '#7b3f8c',
  '#a3271f',
  '#3d6f73',
  '#5a5fa8',
];
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace';
const SANS = 'system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif';

const LEGEND = '● start · ⟳ runs meanwhile · [condition] · / action · → next state';

/** The SVG's text; the same machine gives the same text. */
export function drawMachine(name: string, machine: AnyStateMachine): string {
  const layout = layOut(chartOf(machine));
  const colours = coloursOf(layout);
  const { width, height, boxes, lanes } = layout;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">Statechart of ${escaped(name)}</title>`,
    '<!-- Drawn by npm run diagrams; do not edit. -->',
    rect(
      { x: 0.5, y: 0.5, width: width - 1, height: height - 1 },
      COLOURS.ground,
      COLOURS.line,
      14,
    ),
    text(24, 38, name, { size: 20, weight: 650 }),
    text(24, 62, LEGEND, { size: 12, fill: COLOURS.muted }),
    ...boxes.map((box) => drawFrame(box)),
    ...lanes.map((lane) => drawLane(lane, colours.get(lane.target.state.id)!)),
    ...boxes.map((box) => drawTexts(box, colours)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function coloursOf({ lanes }: Layout): Map<string, string> {
  const ids = [...new Set(lanes.map(({ target }) => target.state.id))];
  return new Map(ids.map((id, index) => [id, LANES[index % LANES.length]!]));
}

function drawFrame(box: Box): string {
  const { state, depth } = box;
  const fill =
    state.states.length > 0 ? (depth % 2 === 0 ? COLOURS.ground : COLOURS.region) : COLOURS.state;
  return rect(box, fill, COLOURS.border, 10);
}

function drawLane({ target, side, x, sources }: Lane, colour: string): string {
  const out = side === 'right' ? 1 : -1;
  const edge = (box: Box) => (side === 'right' ? box.x + box.width : box.x);
  const end = edge(target) + out * 2;
  const { headerY } = target;
  const paths = sources.map(({ box, y }) => {
    const down = headerY > y ? 1 : -1;
    const bend = Math.min(6, Math.abs(headerY - y) / 2, Math.abs(x - edge(box)));
    return (
      `M${round(edge(box))} ${round(y)}H${round(x - out * bend)}` +
      `Q${round(x)} ${round(y)} ${round(x)} ${round(y + down * bend)}` +
      `V${round(headerY - down * bend)}Q${round(x)} ${round(headerY)} ${round(x - out * bend)} ${round(headerY)}` +
      `H${round(end)}`
    );
  });
  const d = paths.join('');
  const tip = `M${round(end)} ${round(headerY)}l${out * 8} -4.5v9z`;
  const dots = sources.map(
    ({ box, y }) => `<circle cx="${round(edge(box))}" cy="${round(y)}" r="2.6" fill="${colour}"/>`,
  );
  return [
    `<path d="${d}" fill="none" stroke="${COLOURS.ground}" stroke-opacity="0.85" stroke-width="4.5"/>`,
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
    `<path d="${tip}" fill="${colour}"/>`,
    ...dots,
  ].join('');
}

function drawTexts(box: Box, colours: ReadonlyMap<string, string>): string {
  const { state, depth, x, width, headerY, rows } = box;
  const parts: string[] = [];
  let nameX = x + 14;
  if (state.isInitial) {
    parts.push(
      `<circle cx="${round(x + 18)}" cy="${round(headerY)}" r="4.5" fill="${COLOURS.initial}"/>`,
    );
    nameX += 14;
  }
  const notes = [
    ...state.invokes.map((name) => `⟳ ${name}`),
    ...state.tags.map((tag) => `#${tag}`),
    ...(state.isParallel ? ['all of them at once'] : []),
    ...(state.isFinal ? ['final'] : []),
  ];
  parts.push(
    text(nameX, headerY + 5, depth > 0 ? state.name : rows.length > 0 ? 'in every state' : '', {
      size: 14.5,
      weight: 650,
      fill: colours.get(state.id) ?? COLOURS.ink,
    }),
    text(x + width - 14, headerY + 4.5, notes.join('  ·  '), {
      size: 12,
      fill: COLOURS.muted,
      anchor: 'end',
    }),
  );
  if (rows.length > 0) {
    const y = round(rows[0]!.y - 11);
    parts.push(`<path d="M${round(x)} ${y}H${round(x + width)}" stroke="${COLOURS.line}"/>`);
  }
  for (const { row, y } of rows) {
    const { label, guard, actions, target, kind } = row;
    const style = kind === 'own' ? ' font-style="italic"' : '';
    const spans = [
      `<tspan fill="${COLOURS.ink}"${style}>${escaped(label)}</tspan>`,
      guard && `<tspan fill="${COLOURS.guard}"> [${escaped(guard)}]</tspan>`,
      actions.length > 0 &&
        `<tspan fill="${COLOURS.muted}"> / ${escaped(actions.join(', '))}</tspan>`,
    ].filter(Boolean);
    parts.push(
      `<text x="${round(x + 14)}" y="${round(y + 4)}" font-family="${MONO}" font-size="12" xml:space="preserve">${spans.join('')}</text>`,
    );
    if (target !== undefined) {
      parts.push(
        text(x + width - 14, y + 4, `→ ${target.split('.').at(-1)!}`, {
          size: 12,
          fill: colours.get(target) ?? COLOURS.ink,
          anchor: 'end',
          mono: true,
        }),
      );
    }
  }
  return parts.join('');
}

interface TextStyle {
  size: number;
  weight?: number;
  fill?: string;
  anchor?: 'end';
  mono?: boolean;
}

function text(x: number, y: number, content: string, style: TextStyle): string {
  if (content === '') return '';
  const { size, weight, fill = COLOURS.ink, anchor, mono } = style;
  const attributes = [
    `x="${round(x)}" y="${round(y)}" font-family="${mono ? MONO : SANS}" font-size="${size}" fill="${fill}"`,
    weight && `font-weight="${weight}"`,
    anchor && `text-anchor="${anchor}"`,
  ].filter(Boolean);
  return `<text ${attributes.join(' ')}>${escaped(content)}</text>`;
}

function rect(
  { x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>,
  fill: string,
  stroke: string,
  radius: number,
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}" stroke="${stroke}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
