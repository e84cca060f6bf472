/**
 * Where everything goes: states stand in one column, nested as boxes in boxes, and all transitions into a
 * state share one lane beside the column: on the right when they lead down, on the left when up.
 */
import type { ChartRow, ChartState } from './chart';

export interface Box {
  state: ChartState;
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The middle of the line with its name: where transitions into it arrive. */
  headerY: number;
  rows: { row: ChartRow; y: number }[];
}

/** All transitions into one state from one direction. */
export interface Lane {
  target: Box;
  side: 'left' | 'right';
  x: number;
  sources: { box: Box; y: number }[];
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  lanes: Lane[];
}

/** Pixels. */
const HEADER = 34;
const ROW = 22;
const PADDING = 16;
const GAP = 14;
const LANE = 13;
const MARGIN = 24;
/** The title above the chart. */
const TITLE = 84;
/** Of one character of a row: a monospace face of 12 px. */
const CHARACTER = 7.25;

function rowText({ label, guard, actions }: ChartRow): string {
  return [label, guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`]
    .filter(Boolean)
    .join(' ');
}

export function layOut(root: ChartState): Layout {
  const boxes: Box[] = [];
  const depth = depthOf(root);
  const column = widthOf(root) + depth * 2 * PADDING;
  const height = place(root, 0, 0, TITLE, column, boxes);
  const lanes = lanesOf(boxes);
  const left = arrange(lanes.filter(({ side }) => side === 'left'));
  const right = arrange(lanes.filter(({ side }) => side === 'right'));
  const offset = MARGIN + (left + 1) * LANE;
  for (const box of boxes) box.x += offset;
  for (const lane of lanes) {
    lane.x = lane.side === 'left' ? offset - lane.x * LANE : offset + column + lane.x * LANE;
  }
  const width = offset + column + (right + 1) * LANE + MARGIN;
  return { width: Math.ceil(width), height: TITLE + height + MARGIN, boxes, lanes };
}

function depthOf({ states }: ChartState): number {
  return states.length === 0 ? 0 : 1 + Math.max(...states.map(depthOf));
}

/** Pixels that the rows of a state and of those in it take. */
function widthOf(state: ChartState): number {
  const texts = state.rows.map((row) => {
    const arrow = row.target === undefined ? '' : `  → ${row.target.split('.').at(-1)}`;
    return (rowText(row).length + arrow.length + 2) * CHARACTER + 2 * PADDING;
  });
  const header = (state.name.length + state.invokes.join(' ').length + 12) * 9;
  return Math.max(header, ...texts, ...state.states.map(widthOf));
}

/** Puts a state at (x, y); returns its height. */
function place(
  state: ChartState,
  depth: number,
  x: number,
  y: number,
  width: number,
  boxes: Box[],
): number {
  // The machine itself has its name above the chart.
  const hasHeader = depth > 0 || state.rows.length > 0;
  const rowsY = y + (hasHeader ? HEADER : PADDING);
  const box: Box = {
    state,
    depth,
    x,
    y,
    width,
    height: 0,
    headerY: y + HEADER / 2,
    rows: state.rows.map((row, index) => ({ row, y: rowsY + index * ROW + ROW / 2 })),
  };
  boxes.push(box);
  let bottom = rowsY + state.rows.length * ROW + (state.rows.length > 0 ? 8 : 0);
  for (const [index, child] of state.states.entries()) {
    if (index > 0 || state.rows.length > 0) bottom += GAP;
    bottom += place(child, depth + 1, x + PADDING, bottom, width - 2 * PADDING, boxes);
  }
  box.height = bottom - y + (state.states.length > 0 ? PADDING : 0);
  return box.height;
}

function lanesOf(boxes: readonly Box[]): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const box of boxes) {
    for (const { row, y } of box.rows) {
      const target = boxes.find(({ state }) => state.id === row.target);
      if (!target) continue;
      const side = target.headerY > y ? 'right' : 'left';
      const key = `${side} ${target.state.id}`;
      const lane = lanes.get(key) ?? { target, side, x: 0, sources: [] };
      lane.sources.push({ box, y });
      lanes.set(key, lane);
    }
  }
  return [...lanes.values()];
}

/** Numbers lanes from the column outwards, short ones first, none over another; returns how many. */
function arrange(lanes: Lane[]): number {
  const taken: [number, number][][] = [];
  const span = ({ target, sources }: Lane): [number, number] => {
    const ys = [target.headerY, ...sources.map(({ y }) => y)];
    return [Math.min(...ys), Math.max(...ys)];
  };
  const length = (lane: Lane) => span(lane)[1] - span(lane)[0];
  for (const lane of lanes.toSorted((a, b) => length(a) - length(b))) {
    const [from, to] = span(lane);
    let number = 0;
    while (taken[number]?.some(([a, b]) => from <= b + 8 && to >= a - 8)) number += 1;
    (taken[number] ??= []).push([from, to]);
    lane.x = number + 1;
  }
  return taken.length;
}
