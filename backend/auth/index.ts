/**
 * The local Auth service: the wire protocols of Identity Toolkit v1 and Secure Token v1 as the Firebase Auth SDK
 * uses them with an emulator (https://firebase.google.com/docs/emulator-suite), and the account chooser that the
 * SDK's popup opens. Google accounts only. Any other call gets a 501 that names it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowPages, parseObject, readBody, requestUrl, sendJson } from '../httpHelpers';
import { peopleToChoose, type LocalAccount } from './accounts';
import { chooserPage, type ChooserFault } from './chooser/chooserPage';
import { AuthFailure } from './authErrors';
import {
  deleteAccount,
  lookup,
  projectConfig,
  refreshTokens,
  signInWithIdp,
  type AuthContext,
} from './identityToolkit';

export type AuthHandler = ReturnType<typeof createAuthHandler>;

const MAX_BODY_BYTES = 64 * 1024;
const HANDLER = '/emulator/auth/handler';
const IDENTITY_TOOLKIT = '/identitytoolkit.googleapis.com';

export function createAuthHandler(context: AuthContext) {
  const faults: ChooserFault[] = [];

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = requestUrl(req);
    switch (`${req.method} ${url.pathname}`) {
      case 'GET /':
        // The page's replacement for gapi reads this: the chooser posts its event to the window that opened it.
        return sendJson(res, 200, { authEmulator: { ready: true, popupRelay: 'opener' } });
      case `GET ${HANDLER}`:
        return sendChooser(url, res, context, faults);
      case `GET ${IDENTITY_TOOLKIT}/v1/projects`:
        return sendJson(res, 200, projectConfig(context));
      case `POST ${IDENTITY_TOOLKIT}/v1/accounts:signInWithIdp`:
        return sendJson(res, 200, signInWithIdp(context, await readJson(req)));
      case `POST ${IDENTITY_TOOLKIT}/v1/accounts:lookup`:
        return sendJson(res, 200, lookup(context, await readJson(req)));
      case `POST ${IDENTITY_TOOLKIT}/v1/accounts:delete`:
        return sendJson(res, 200, deleteAccount(context, await readJson(req)));
      case 'POST /securetoken.googleapis.com/v1/token':
        return sendJson(res, 200, refreshTokens(context, new URLSearchParams(await readText(req))));
      default:
        throw new AuthFailure(
          `UNIMPLEMENTED : The local Auth service does not know ${req.method} ${url.pathname}`,
          501,
          'UNIMPLEMENTED',
        );
    }
  }

  return {
    /** Makes the next chooser that is opened fail. Several calls are queued, one for each chooser. */
    chooser: {
      next(fault: ChooserFault) {
        faults.push(fault);
      },
    },
    /**
     * Changes an account as the project's owner can: `disabled`, `validSince` to end its sign-ins, another address,
     * whether it is verified, null to delete it. A person can change the own address with the real service; that call
     * is not known here.
     */
    change(
      localId: string,
      changes:
        | (Pick<LocalAccount, 'disabled' | 'validSince' | 'emailVerified'> &
            Partial<Pick<LocalAccount, 'email'>>)
        | null,
    ) {
      const account = context.accounts.get(localId)!;
      if (changes) context.accounts.put(localId, { ...account, ...changes });
      else context.accounts.remove(localId);
    },
    snapshot: () => context.accounts.all(),
    close() {},
    async handle(req: IncomingMessage, res: ServerResponse) {
      if (allowPages(req, res, 'GET, POST')) return;
      try {
        await answer(req, res);
      } catch (error) {
        if (!(error instanceof AuthFailure)) throw error;
        sendJson(res, error.code, error.toJson());
      }
    },
  };
}

function sendChooser(
  url: URL,
  res: ServerResponse,
  context: AuthContext,
  faults: ChooserFault[],
): void {
  const parameter = (name: string) => url.searchParams.get(name) ?? '';
  const query = {
    authType: parameter('authType'),
    eventId: parameter('eventId'),
    providerId: parameter('providerId'),
    redirectUrl: parameter('redirectUrl'),
  };
  if (query.authType !== 'signInViaPopup' || query.providerId !== 'google.com') {
    const requested = `${query.authType || 'no authType'} with ${query.providerId || 'no provider'}`;
    throw new AuthFailure(`UNIMPLEMENTED : ${HANDLER}: ${requested}`, 501, 'UNIMPLEMENTED');
  }
  if (!/^https?:/.test(query.redirectUrl) || !URL.canParse(query.redirectUrl))
    throw new AuthFailure('INVALID_REDIRECT_URI');
  const page = Buffer.from(chooserPage(query, peopleToChoose(context.accounts), faults.shift()));
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': page.length,
    'Cache-Control': 'no-store',
  });
  res.end(page);
}

const readText = async (req: IncomingMessage) =>
  (await readBody(req, MAX_BODY_BYTES)).toString('utf8');

async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = parseObject(await readText(req));
  if (body) return body;
  throw new AuthFailure('INVALID_ARGUMENT : The body is not a JSON object.');
}
