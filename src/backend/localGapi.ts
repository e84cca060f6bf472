/**
 * A stand-in for `gapi.iframes`, which the Auth SDK (firebase 12, popup_redirect.ts and iframe.ts)
 * loads from Google's servers to hear from its popup. Local mode only: with the local backend there
 * need be no internet. The local account chooser posts its event straight to the page that opened it.
 */
type Handler = (message: unknown) => unknown;
type Answer = (answers: unknown[]) => void;

interface LocalIframe {
  restyle(style: object): Promise<void>;
  /** Settles when the Auth service has answered; rejects when it cannot be reached. */
  ping(onAnswer: Answer): Promise<void>;
  register(event: string, handler: Handler): void;
  send(event: string, message: unknown, onAnswer: Answer): void;
}

interface LocalGapi {
  iframes: {
    Iframe: unknown;
    CROSS_ORIGIN_IFRAMES_FILTER: unknown;
    getContext(): {
      open(options: object, onOpen: (iframe: LocalIframe) => unknown): Promise<unknown>;
    };
  };
}

function localIframe(authOrigin: string): LocalIframe {
  const handlers = new Map<string, Handler>();
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== authOrigin || typeof data !== 'object' || data === null) return;
    if ('authEvent' in data) handlers.get('authEvent')?.(data);
  });
  return {
    restyle: () => Promise.resolve(),
    async ping(onAnswer) {
      await fetch(authOrigin);
      onAnswer([]);
    },
    register: (event, handler) => handlers.set(event, handler),
    send(_event, _message, onAnswer) {
      try {
        onAnswer([{ webStorageSupport: true }]);
      } catch (error) {
        // The SDK's own callback ends with this error whatever the answer is; real gapi drops it too.
        if ((error as { code?: string }).code !== 'auth/internal-error') throw error;
      }
    },
  };
}

/** Puts the stand-in in place; `authOrigin` is the local Auth service, such as `http://localhost:9099`. */
export function installLocalGapi(authOrigin: string): void {
  const page = window as { gapi?: LocalGapi };
  if (page.gapi) return;
  const iframe = localIframe(authOrigin);
  const open = async (_options: object, onOpen: (opened: LocalIframe) => unknown) => onOpen(iframe);
  page.gapi = {
    iframes: {
      Iframe: localIframe,
      CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin',
      getContext: () => ({ open }),
    },
  };
}
