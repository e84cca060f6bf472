import type { RequestFields } from './types';

/** An image in the form, as it was chosen; its file lies in the database under `id`. */
export interface ChosenImage {
  id: string;
  name: string;
  /** MIME type, by the file's first bytes. */
  type: string;
}

/** What is in the form, kept with every change. */
export interface Draft {
  fields: RequestFields;
  images: ChosenImage[];
  /** The refused record that it was taken from, and whose place it takes when it is sent. */
  replaces?: string;
}

/** A chosen image with its file. */
export interface ChosenFile extends ChosenImage {
  file: Blob;
}
