/** The request form as the page sees it. It runs outside React, so that no part of the page can take it away. */
import type { RequestFormEvent } from '../../machines/requestFormContext';
import type { RequestFormSnapshot } from '../../machines/requestFormView';
import type { TextField } from '../domain/requestFields';
import type { SavedIn } from '../domain/types';
import type { Unsubscribe } from '../lib/results';

export type FormCommand = Extract<
  RequestFormEvent,
  { type: 'form.opened' | 'form.closed' | 'like.clicked' }
>;

/** `absent`: nobody has opened the form in this page. `failed`: its code did not load or did not start. */
export type FormState =
  { is: 'absent' | 'loading' | 'failed' } | { is: 'running'; form: RunningForm };

export interface RequestFormPort {
  /** Never rejects: opening the form tries again. */
  preload(): Promise<void>;
  /** The first `form.opened` loads and starts the form. What is sent until it runs, waits. */
  send(command: FormCommand): void;
  get(): FormState;
  subscribe(listener: () => void): Unsubscribe;
}

export interface RunningForm {
  getSnapshot(): RequestFormSnapshot;
  subscribe(listener: () => void): Unsubscribe;
  /** The text fields tell first what they hold. */
  send(event: RequestFormEvent): void;
  /** For the `ref` of the form's element. Returns what is to be done before the element goes. */
  attach(element: HTMLFormElement): Unsubscribe;
  leave(field: Pick<HTMLInputElement, 'name' | 'value'>): void;
  /** Returns the first field that keeps the request from being sent. */
  check(): TextField | undefined;
  /** `honeypot`: the text of the field that visitors never see. */
  submit(options: { honeypot: string; store?: SavedIn }): void;
  /** `place`: where the first picture goes. */
  choose(files: readonly File[], place?: number): void;
  leaveOut(id: string): void;
  refuseDraggedUrl(name: string): void;
  fileOf(id: string): Blob | undefined;
  previewOf(id: string): string | undefined;
  canBeSentUnshown(id: string): boolean;
  refuseUnshown(id: string): void;
}
