import { useSyncExternalStore } from 'react';
import type { MachineEvent, MachineLog, RunningMachine } from './machineLog';
import styles from './MachinesPage.module.css';

/** What the site needs; its own origin, or the machines would be out of reach. */
const ALLOWED =
  'allow-same-origin allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox';

/** The site in a frame, and beside it its running machines: state, context, events as they happen. */
export function MachinesPage({ log, site }: { log: MachineLog; site: string }) {
  const machines = useSyncExternalStore(log.subscribe, log.machines, log.machines);
  return (
    <div className={styles.page}>
      <iframe className={styles.site} title="The site" src={site} sandbox={ALLOWED} />
      <main className={styles.machines}>
        <header className={styles.header}>
          <h1>Running machines</h1>
          <p>Use the site on the left; what its machines do appears here. Never part of a build.</p>
        </header>
        {machines.length === 0 && <p className={styles.empty}>No machine has started yet.</p>}
        {machines.map((machine) => (
          <Machine key={machine.id} machine={machine} />
        ))}
      </main>
    </div>
  );
}

function Machine({ machine }: { machine: RunningMachine }) {
  const { name, status, states, context, events } = machine;
  return (
    <section className={styles.machine} data-status={status} aria-label={name}>
      <h2>
        {name} <span className={styles.status}>{status}</span>
      </h2>
      <ul className={styles.states} aria-label="State">
        {states.map((state) => (
          <li key={state}>{state}</li>
        ))}
      </ul>
      <div className={styles.columns}>
        <table className={styles.context}>
          <caption>Context</caption>
          <tbody>
            {context.map((entry) => (
              <tr key={entry.name} data-new={entry.isNew || undefined}>
                <th scope="row">{entry.name}</th>
                <td>{entry.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <h3>Events</h3>
          <ol className={styles.events}>
            {events.map((event) => (
              <Happened key={event.number} event={event} />
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

function Happened({ event: { at, type, detail, states } }: { event: MachineEvent }) {
  return (
    <li>
      <time>{new Date(at).toISOString().slice(11, 23)}</time>
      <strong>{type}</strong>
      {states.length > 0 && <span className={styles.led}>→ {states.join(', ')}</span>}
      {detail !== '' && <code>{detail}</code>}
    </li>
  );
}
