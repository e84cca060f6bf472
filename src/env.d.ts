/** Compile-time constant (vite.config.ts): whether this build uses the backend in `backend/`. */
declare const __LOCAL__: boolean;
/** Compile-time constant (tools/build/build.ts): the service types when the site was built. */
declare const __SERVICE_TYPES__: import('./domain/types').ServiceType[];
/** The origin of the deployed site, without a trailing slash (tools/build/siteOrigin.ts). */
declare const __SITE_ORIGIN__: string;
/** Compile-time constants (tools/build/businessFile.ts): the facts about the business. */
declare const __BUSINESS__: import('./contract/business').Business;
declare const __FACTS__: import('./contract/business').Facts | null;
/** Whether the business has given a street, so that clients can come by. */
declare const __HAS_STREET__: boolean;
declare const __OFFER__: import('./contract/business').Offer | null;
declare const __TEAM__: import('./contract/business').Person[];
/** The line of proof. It includes what the reviews said when the site was built (tools/build/proof.ts). */
declare const __PROOF__: import('./contract/business').Proof | null;
declare const __QUOTES__: import('./contract/business').Quote[];
