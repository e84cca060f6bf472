/** What the form says of chosen files that were not added. Which are not: `machines/requestFormImages.ts`. */
import { REQUEST_TEXTS } from '../../domain/specTexts';
import type { RejectedFile } from '../../domain/types';

const REASONS = [
  ['empty', 'empty here; if it is in a cloud, download it first'],
  ['lost', 'not on this device any more; please choose it again'],
  ['tooLarge', 'larger than 10 MB'],
  ['noImage', 'not a picture that we can open'],
  ['onlyUrl', 'only the address came here; save the picture first and choose its file'],
] as const satisfies [Exclude<RejectedFile['reason'], 'tooMany' | 'notShared'>, string][];

/** One line for each reason, with the names of its files. */
export function rejectedTexts(rejected: readonly RejectedFile[]): string[] {
  const has = (reason: RejectedFile['reason']) => rejected.some((file) => file.reason === reason);
  const refusals = REASONS.flatMap(([reason, words]) => {
    const names = rejected.filter((file) => file.reason === reason).map(({ name }) => name);
    return names.length > 0 ? [`Not added (${words}): ${names.join(', ')}`] : [];
  });
  return [
    ...(has('notShared') ? ['The shared picture did not arrive. Please add it here.'] : []),
    ...(has('tooMany') ? [REQUEST_TEXTS.tooManyImages] : []),
    ...refusals,
  ];
}
