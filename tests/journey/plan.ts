/**
 * The paths that a browser takes: every transition of the journey, each by the shortest way to it, in
 * as few paths as that allows. A path goes on from where it is to the nearest transition that no path
 * has taken; when it is long enough, the next one begins anew.
 */
import { createActor, type AnyTransitionDefinition, type SnapshotFrom } from 'xstate';
import {
  createTestModel,
  serializeSnapshot,
  type AdjacencyValue,
  type StatePath,
} from 'xstate/graph';
import { createCoverage, type Executed } from '../models/coverage';
import { journey } from './journey';
import type { JourneyEvent } from './model';

export type JourneySnapshot = SnapshotFrom<typeof journey>;

/** More steps than this are only in a path when nothing is nearer. */
const LONG_ENOUGH = 24;

/** States are what they show: how one came about makes no other state of them. */
export const journeyModel = createTestModel(journey, { serializeTransition: () => '' });

/** One event, where it leads to, and the transitions of the definition that it takes. */
interface Edge {
  event: JourneyEvent;
  next: JourneySnapshot;
  taken: readonly AnyTransitionDefinition[];
}

interface Graph {
  start: JourneySnapshot;
  edges: Edge[];
  edgesFrom(state: JourneySnapshot): readonly Edge[];
}

const keyOf = (state: JourneySnapshot): string => serializeSnapshot(state as never);

function createGraph(): Graph {
  const adjacency = journeyModel.getAdjacencyMap();
  const nodes = Object.values(adjacency) as AdjacencyValue<JourneySnapshot, JourneyEvent>[];
  const edges = nodes.map(({ state, transitions }) => {
    const all = Object.values(transitions).map(({ event, state: next }) => ({
      event,
      next,
      taken: journey.getTransitionData(state, event) as AnyTransitionDefinition[],
    }));
    return [keyOf(state), all.filter(({ taken }) => taken.length > 0)] as const;
  });
  const byState = new Map(edges);
  return {
    start: nodes[0]!.state,
    edges: edges.flatMap(([, all]) => all),
    edgesFrom: (state) => byState.get(keyOf(state)) ?? [],
  };
}

/** The shortest way that ends with a transition which is still `left`; undefined when there is none. */
function nearest(
  graph: Graph,
  from: JourneySnapshot,
  left: ReadonlySet<AnyTransitionDefinition>,
): Edge[] | undefined {
  const seen = new Set([keyOf(from)]);
  let ways: { end: JourneySnapshot; edges: Edge[] }[] = [{ end: from, edges: [] }];
  while (ways.length > 0) {
    const longer: typeof ways = [];
    for (const { end, edges } of ways) {
      for (const edge of graph.edgesFrom(end)) {
        if (edge.taken.some((transition) => left.has(transition))) return [...edges, edge];
        const key = keyOf(edge.next);
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push({ end: edge.next, edges: [...edges, edge] });
      }
    }
    ways = longer;
  }
  return undefined;
}

/** The events of every path. What no path can take is left out: `coverage.ts` names it. */
export function planJourneys(): JourneyEvent[][] {
  const graph = createGraph();
  const left = new Set(graph.edges.flatMap(({ taken }) => taken));
  const paths: JourneyEvent[][] = [];
  let path: JourneyEvent[] = [];
  let end = graph.start;
  while (left.size > 0) {
    const way = nearest(graph, end, left);
    if (path.length > 0 && (!way || path.length + way.length > LONG_ENOUGH)) {
      paths.push(path);
      path = [];
      end = graph.start;
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

/** The path with these events as `TestModel.testPath` takes it. */
export function pathOf(events: readonly JourneyEvent[]): StatePath<JourneySnapshot, JourneyEvent> {
  const visitor = createActor(journey).start();
  const start = { event: { type: 'xstate.init' } as never, state: visitor.getSnapshot() };
  const steps = events.map((event) => {
    visitor.send(event);
    return { event, state: visitor.getSnapshot() };
  });
  return { state: visitor.getSnapshot(), steps: [start, ...steps], weight: events.length };
}
