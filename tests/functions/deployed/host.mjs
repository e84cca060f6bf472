/**
 * A process that runs the built functions (functions/lib) as Google's host does: it gets its settings from the
 * environment and events by message. An event of Firestore arrives as it does from the platform, as the bytes of a
 * `DocumentEventData`. The clock is the test's.
 */
const RealDate = Date;
let offset = 0;

/** The functions read the clock by `Date.now()`, their libraries by `new Date()`, too. */
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + offset;
  }
};

const library = '../../../functions/node_modules/firebase-functions/protos/compiledFirestore.mjs';
const { google } = await import(new URL(library, import.meta.url).href);
const { DocumentEventData } = google.events.cloud.firestore.v1;
const functions = await import(new URL('../../../functions/lib/index.js', import.meta.url).href);

/** protobufjs takes no RFC 3339 texts for timestamps. */
function timestamp(text) {
  const ms = RealDate.parse(text);
  return { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 };
}

function value(json) {
  if ('timestampValue' in json) return { timestampValue: timestamp(json.timestampValue) };
  if ('mapValue' in json) return { mapValue: { fields: fields(json.mapValue.fields) } };
  if ('arrayValue' in json) {
    return { arrayValue: { values: (json.arrayValue.values ?? []).map(value) } };
  }
  return json;
}

const fields = (json = {}) =>
  Object.fromEntries(Object.entries(json).map(([name, one]) => [name, value(one)]));

const documentOf = (name, json, time) =>
  json && { name, fields: fields(json), createTime: timestamp(time), updateTime: timestamp(time) };

function eventOf({ id, before, after, time }) {
  const path = `requests/${id}`;
  const database = `projects/${process.env.GCLOUD_PROJECT}/databases/(default)`;
  const name = `${database}/documents/${path}`;
  const data = { value: documentOf(name, after, time), oldValue: documentOf(name, before, time) };
  return {
    specversion: '1.0',
    id: `${id} ${time}`,
    source: `//firestore.googleapis.com/${database}`,
    type: `google.cloud.firestore.document.v1.${before ? 'updated' : 'created'}`,
    time,
    database: '(default)',
    document: path,
    datacontenttype: 'application/protobuf',
    data: Buffer.from(DocumentEventData.encode(DocumentEventData.fromObject(data)).finish()),
  };
}

/** The most memory that the process has had, in bytes. */
const used = () => ({ peak: process.resourceUsage().maxRSS * 1024 });

process.on('message', ({ call, name, event, now }) => {
  offset = now === undefined ? 0 : now - RealDate.now();
  const run = event ? functions[name](eventOf(event)) : functions[name].run({});
  Promise.resolve(run).then(
    () => process.send({ call, ...used() }),
    (error) => process.send({ call, error: `${error.name}: ${error.message}`, ...used() }),
  );
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
