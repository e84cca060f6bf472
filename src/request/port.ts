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
  /** Loads the form's code without starting it. Never rejects: opening the form tries again. */
  preload(): Promise<void>;
  /** The first `form.opened` loads and starts the form. What is sent until it runs, waits. */
  send(command: FormCommand): void;
  get(): FormState;
  subscribe(listener: () => void): Unsubscribe;
}

export interface RunningForm {
  getSnapshot(): RequestFormSnapshot;
  subscribe(listener: () => void): Unsubscribe;
  /** Sends an event, after the text fields have told what they hold. */
  send(event: RequestFormEvent): void;
  /** For the `ref` of the form's element. Returns what is to be done before the element goes. */
  attach(element: HTMLFormElement): Unsubscribe;
  leave(field: Pick<HTMLInputElement, 'name' | 'value'>): void;
  /** Shows the notes of all fields. Returns the first field that keeps the request from being sent. */
  check(): TextField | undefined;
  /** Sends the request that is on the screen. `honeypot`: the text of the field that visitors never see. */
  submit(options: { honeypot: string; store?: SavedIn }): void;
  /** Reads chosen files, and adds those that are pictures. `place`: where the first one goes. */
  choose(files: readonly File[], place?: number): void;
  leaveOut(id: string): void;
  /** Says that a picture was dragged here of which only the URL came. */
  refuseDraggedUrl(name: string): void;
  fileOf(id: string): Blob | undefined;
  previewOf(id: string): string | undefined;
  /** Whether the image can be sent as it is, although this browser cannot show it. */
  canBeSentUnshown(id: string): boolean;
  /** Takes an image out that this browser cannot show, and says why. */
  refuseUnshown(id: string): void;
}
