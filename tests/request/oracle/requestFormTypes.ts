/** What the request form knows and which events it gets. The machine itself is in `requestForm.ts`. */
import { EMPTY_FIELDS, type RequestFields } from '../../../src/domain/requestFields';
import type {
  Attention,
  ChosenImage,
  Draft,
  RejectedFile,
  UploadProgress,
} from '../../../src/domain/types';

/** Everything that the request form knows, as plain JSON. The files of its images are in `src/request`, by id. */
export interface RequestFormContext {
  fields: RequestFields;
  /** The fields that the visitor has changed. They win over a draft that is loaded later. */
  typedFields: Partial<RequestFields>;
  /** Whether the visitor has made changes in this tab that are in no record. */
  isChanged: boolean;
  /**
   * How often a command has replaced the whole content: the form was cleared, a record was reopened, the request was
   * sent elsewhere. What a field's element held before the last one gives way.
   */
  replacements: number;
  images: ChosenImage[];
  /** Whether the content is a draft of an earlier day and unchanged since: the form asks whether to go on. */
  isFromEarlierDay: boolean;
  /** Whether the alert about too many images is shown. */
  hasTooManyImages: boolean;
  /** Chosen files that were not added. */
  rejected: RejectedFile[];
  /** Whether the device could not save the draft, so that it is only in this page. */
  isDraftUnsaved: boolean;
  /** Whether the device's storage did not answer in time. From then on nothing is written to it. */
  isStorageSilent: boolean;
  /** Whether the request is sent without being saved on this device. */
  inMemory: boolean;
  /** Key of the saved record whose delivery the form shows. */
  followedKey: string | null;
  progress: UploadProgress;
  /** Key of the refused record that the content was taken from. Sending the form replaces that record. */
  replaces: string | null;
  /** Title of the work from which the form was opened; null once the visitor has changed the description. */
  workTitle: string | null;
  /** Whether the server has the text of the followed request. */
  hasTextArrived: boolean;
  /** Whether the server has refused the pictures of the followed request. Its text has arrived then. */
  hasRefusedImages: boolean;
  /** Whether the form is on the screen. */
  isOpen: boolean;
  /** Whether a request could not be saved while the form was not on the screen. */
  isUnsent: boolean;
  /** Key of the record that the visitor wants to edit. */
  editKey: string | null;
  /** The request that was sent last. */
  sent: Sent | null;
}

/** A request that has arrived with everything. */
export interface Sent {
  /** The key of its record. */
  key: string;
  /** Its number. */
  id: string;
  /** Names of the pictures that could not be used and were left out. */
  missing?: string[];
}

export type RequestFormEvent =
  /** `workTitle`: title of the work from which the form was opened. */
  | { type: 'form.opened'; workTitle?: string | undefined }
  | { type: 'form.closed' }
  /** `inMemory`: send it without saving it, because the device has no room left. */
  | { type: 'form.submitted'; inMemory?: boolean }
  | { type: 'form.cleared' }
  | { type: 'fields.changed'; fields: Partial<RequestFields> }
  | { type: 'images.chosen'; images: ChosenImage[]; rejected: RejectedFile[] }
  /** `reason`: given when the browser cannot show the image, which is therefore rejected. */
  | { type: 'image.removed'; id: string; reason?: RejectedFile['reason'] }
  /** The visitor wants to edit a record that needs attention. */
  | { type: 'edit.clicked'; key: string }
  /** A request was saved, perhaps in another tab. Saving has deleted the stored draft. */
  | { type: 'draft.dropped' }
  /** How saving the draft has ended. */
  | { type: 'draft.saved' }
  | { type: 'draft.failed' }
  /** Another tab has sent exactly the content of this form. `total`: the number of its images. */
  | ({ type: 'draft.sent' } & Delivery)
  /** A record was sent. It may be the refused one whose content is in the form. */
  | { type: 'record.sent'; key: string }
  | { type: 'replacement.confirmed' }
  | { type: 'replacement.declined' }
  | DeliveryChange;

/** News of the followed request. */
export type DeliveryChange =
  | { type: 'delivery.progress'; progress: UploadProgress }
  | ({ type: 'delivery.sent' } & Sent)
  | { type: 'delivery.postponed'; hasTextArrived: boolean }
  | { type: 'delivery.refused'; attention: Attention }
  /** The visitor has deleted the record. */
  | { type: 'delivery.removed' }
  /** The outbox could not be read. */
  | { type: 'delivery.unknown'; error: unknown };

/** What the device remembers for the form when the page is loaded. */
export interface Restored {
  draft?: Draft;
  /** Whether the draft was last changed on an earlier day. */
  isFromEarlierDay?: boolean;
  /** The delivery that the form showed before the page was loaded again. `sent`: it has ended meanwhile. */
  delivery?: Delivery & { sent?: Sent };
}

/** A saved request whose delivery the form shows. `total`: the number of its images. */
export interface Delivery {
  key: string;
  total: number;
}

export type SaveResult =
  /** `isOnDisk`: the request is on the device. If not, it is in memory and lost with the page. */
  | { outcome: 'saved'; key: string; isOnDisk: boolean }
  /** The device's storage is full, so nothing was saved. */
  | { outcome: 'full' };

/** A request that is to be saved. */
export type SaveInput = Pick<RequestFormContext, 'fields' | 'images' | 'replaces' | 'inMemory'>;

export const NO_PROGRESS: UploadProgress = { sentBytes: 0, totalBytes: 0, count: 0, total: 0 };

export const EMPTY_FORM: RequestFormContext = {
  fields: EMPTY_FIELDS,
  typedFields: {},
  isChanged: false,
  replacements: 0,
  images: [],
  isFromEarlierDay: false,
  hasTooManyImages: false,
  rejected: [],
  isDraftUnsaved: false,
  isStorageSilent: false,
  inMemory: false,
  followedKey: null,
  progress: NO_PROGRESS,
  replaces: null,
  workTitle: null,
  hasTextArrived: false,
  hasRefusedImages: false,
  isOpen: true,
  isUnsent: false,
  editKey: null,
  sent: null,
};

/** The part of the form that is saved as the draft. */
export const draftOf = ({ fields, images, replaces }: RequestFormContext): Draft => ({
  fields,
  images,
  ...(replaces !== null && { replaces }),
});
