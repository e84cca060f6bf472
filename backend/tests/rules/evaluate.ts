import { loadRules } from '../../rules/index';
import type {
  ProtoFields,
  RulesAuth,
  RulesDecision,
  RulesMethod,
  RulesQuery,
} from '../../rules/types';

export const TIME = '2026-03-04T05:06:07.123456789Z';

export interface Setting {
  method?: RulesMethod;
  path?: string;
  auth?: RulesAuth | null;
  query?: RulesQuery;
  resource?: ProtoFields | null;
  newResource?: ProtoFields | null;
  before?: Record<string, ProtoFields>;
  after?: Record<string, ProtoFields>;
  accessed?: Set<string>;
  /** Function declarations next to the rule. */
  functions?: string;
}

/** Returns the source of a rules file whose only rule has this condition. */
export function rulesWith(condition: string, functions = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /things/{thing} {
      allow read, write: if ${condition};
    }
  }
}
`;
}

/** Decides about `things/one`, or the setting's path, with the rules of this source. */
export function decideWith(source: string, setting: Setting = {}): RulesDecision {
  const path = setting.path ?? '/databases/(default)/documents/things/one';
  const document = (fields: ProtoFields | null | undefined) =>
    fields ? ({ kind: 'document', fields } as const) : null;
  return loadRules(source, 'test.rules').decide(
    {
      method: setting.method ?? 'update',
      path,
      auth: setting.auth ?? null,
      time: TIME,
      ...(setting.query && { query: setting.query }),
      resource: document(setting.resource),
      newResource: document(setting.newResource),
    },
    {
      before: (name) => setting.before?.[name] ?? null,
      after: (name) => setting.after?.[name] ?? null,
      ...(setting.accessed ? { accessed: setting.accessed } : {}),
    },
  );
}

/** Evaluates a condition. Returns true, false, or the message of its error. */
export function evaluate(condition: string, setting: Setting = {}): boolean | string {
  const { allowed, reason } = decideWith(rulesWith(condition, setting.functions), setting);
  if (allowed) return true;
  return /test\.rules:\d+ is false$/.test(reason) ? false : reason;
}
