/** The outside world of the owner's page, handed to its screens by one context. The real one is put together in `main.tsx`. */
import { createContext, use } from 'react';
import type { Built } from '../contract/built';
import type { AccessPorts } from './access/ownerAccessEffects';
import type { Phone } from './data/keeping';
import type { ListedDocuments } from './data/titles';
import type { EditorCode } from './works/editorCode';
import type { ChosenFiles } from './works/workEditorEffects';

export interface OwnerPagePorts {
  access: AccessPorts;
  documents: ListedDocuments;
  /** By the site's clock. */
  now(): Date;
  /** The one work that is in the editor. */
  kept: Phone;
  /** For all editors of the page: one may be closed while its files are on their way to the phone's storage. */
  chosen: ChosenFiles;
  /** What the site that is served now says of its build. Rejects when it cannot be read. */
  built(): Promise<Built | undefined>;
  /** Loads the code of the editor, once. */
  editor(): Promise<EditorCode>;
}

/** How a server turns an owner away. */
export type Refusal = 'sessionEnded' | 'refused';

export interface Outside extends OwnerPagePorts {
  /** A write was refused, or nobody is signed in any more. */
  onRefusal(refusal: Refusal): void;
}

const Context = createContext<Outside | undefined>(undefined);
export const OutsideProvider = Context.Provider;

/** Throws where no provider surrounds the component. */
export function useOutside(): Outside {
  const outside = use(Context);
  if (!outside) throw new Error('This component needs an OutsideProvider around it.');
  return outside;
}
