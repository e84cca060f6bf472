/**
 * The paths that a browser takes: every transition of the journey, each by the shortest way to it, in
 * as few paths as that allows. A path goes on from where it is to the nearest transition that no path
 * has taken; when it is long enough, the next one begins anew.
 */
import { createActor, type AnyTransitionDefinition, type SnapshotFrom } from 'xstate';
import { getAdjacencyMap, serializeSnapshot, type AdjacencyValue } from 'xstate/graph';
import { createCoverage, type Executed } from '../models/coverage';
import { journey } from './journey';
import type { JourneyEvent } from './model';

export type JourneySnapshot = SnapshotFrom<typeof journey>;

/** More steps than this are only in a path when nothing is nearer. */
const LONG_ENOUGH = 24;

/** One event, where it leads to, and the transitions of the definition that it takes. */
interface Edge {
  event: JourneyEvent;
  next: JourneySnapshot;
  taken: readonly AnyTransitionDefinition[];
}

const keyOf = (state: JourneySnapshot): string => serializeSnapshot(state as never);

/** What leads on from each state, by its key; states are what they show, however they came about. */
function edgesByState(): Map<string, Edge[]> {
  const adjacency = getAdjacencyMap(journey, {});
  const nodes = Object.values(adjacency) as AdjacencyValue<JourneySnapshot, JourneyEvent>[];
  return new Map(
    nodes.map(({ state, transitions }) => {
      const edges = Object.values(transitions).map(({ event, state: next }) => ({
        event,
        next,
        taken: journey.getTransitionData(state, event) as AnyTransitionDefinition[],
      }));
      return [keyOf(state), edges];
    }),
  );
}

/** The shortest way that ends with a transition which is still `left`; undefined when there is none. */
function nearest(
  edges: ReadonlyMap<string, Edge[]>,
  from: JourneySnapshot,
  left: ReadonlySet<AnyTransitionDefinition>,
): Edge[] | undefined {
  const seen = new Set([keyOf(from)]);
  let ways: { end: JourneySnapshot; way: Edge[] }[] = [{ end: from, way: [] }];
  while (ways.length > 0) {
    const longer: typeof ways = [];
    for (const { end, way } of ways) {
      for (const edge of edges.get(keyOf(end)) ?? []) {
        if (edge.taken.some((transition) => left.has(transition))) return [...way, edge];
        const key = keyOf(edge.next);
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push({ end: edge.next, way: [...way, edge] });
      }
    }
    ways = longer;
  }
  return undefined;
}

/** The events of every path. What no path can take is left out: `coverage.ts` names it. */
export function planJourneys(): JourneyEvent[][] {
  const edges = edgesByState();
  const start = createActor(journey).getSnapshot();
  const left = new Set([...edges.values()].flat().flatMap(({ taken }) => taken));
  const paths: JourneyEvent[][] = [];
  let path: JourneyEvent[] = [];
  let end = start;
  while (left.size > 0) {
    const way = nearest(edges, end, left);
    if (path.length > 0 && (!way || path.length + way.length > LONG_ENOUGH)) {
      paths.push(path);
      path = [];
      end = start;
      continue;
    }
    for (const { event, next, taken } of way!) {
      path.push(event);
      end = next;
      for (const transition of taken) left.delete(transition);
    }
  }
  return [...paths, path];
}

/** Counts what paths execute of the journey's definition. */
export function executedBy(paths: readonly (readonly JourneyEvent[])[]): Executed {
  const { inspect, executed } = createCoverage(journey);
  for (const events of paths) {
    const visitor = createActor(journey, { inspect }).start();
    for (const event of events) {
      if (!visitor.getSnapshot().can(event)) throw new Error(`${event.type} cannot happen here.`);
      visitor.send(event);
    }
    visitor.stop();
  }
  return executed();
}
