/** Whether this build talks to the backend in `backend/`; a compile-time constant (vite.config.ts). */
declare const __LOCAL__: boolean;
/** The service types that were known when the site was built; a compile-time constant (tools/build/build.ts). */
declare const __SERVICE_TYPES__: import('./domain/types').ServiceType[];
/** Origin of the deployed site, without a trailing slash (tools/build/siteOrigin.ts). */
declare const __SITE_ORIGIN__: string;
/** The business's facts; compile-time constants (tools/build/businessFile.ts). */
declare const __BUSINESS__: import('./domain/business').Business;
declare const __FACTS__: import('./domain/business').Facts | null;
/** Whether clients can come to the business. */
declare const __HAS_STREET__: boolean;
declare const __OFFER__: import('./domain/business').Offer | null;
declare const __TEAM__: import('./domain/business').Person[];
/** With what the reviews told when the site was built (tools/build/proof.ts). */
declare const __PROOF__: import('./domain/business').Proof | null;
declare const __QUOTES__: import('./domain/business').Quote[];
