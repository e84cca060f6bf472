type Answer = (answers: unknown[]) => void;

/**
 * A stand-in for `gapi.iframes`, which the SDK (firebase 12, popup_redirect.ts and iframe.ts) loads from
 * Google's servers to get messages from its popup. Only used in local mode, which must work without internet.
 * The local account chooser posts its event directly to the page that opened it.
 */
export function installLocalGapi(authOrigin: string): void {
  const page = window as { gapi?: object };
  if (page.gapi) return;
  const handlers = new Map<string, (message: unknown) => unknown>();
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== authOrigin || typeof data !== 'object' || data === null) return;
    if ('authEvent' in data) handlers.get('authEvent')?.(data);
  });
  const iframe = {
    restyle: () => Promise.resolve(),
    /** Rejects when the Auth service cannot be reached. */
    async ping(onAnswer: Answer) {
      await fetch(authOrigin);
      onAnswer([]);
    },
    register: handlers.set.bind(handlers),
    send(_event: string, _message: unknown, onAnswer: Answer) {
      try {
        onAnswer([{ webStorageSupport: true }]);
      } catch (error) {
        // The SDK's own callback throws this error for every answer. The real gapi ignores it, too.
        if ((error as { code?: string }).code !== 'auth/internal-error') throw error;
      }
    },
  };
  const open = async (_: object, onOpen: (opened: typeof iframe) => unknown) => onOpen(iframe);
  page.gapi = {
    iframes: {
      Iframe: open,
      CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin',
      getContext: () => ({ open }),
    },
  };
}
