/** Whether this build talks to the backend in `local/`; a compile-time constant (vite.config.ts). */
declare const __LOCAL__: boolean;
