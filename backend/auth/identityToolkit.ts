/** The calls of Identity Toolkit v1 and Secure Token v1 that the Auth SDK makes for a sign-in with Google. */
import { parseObject } from '../httpHelpers';
import {
  accountOf,
  isVerified,
  signInPerson,
  type AccountRecords,
  type GooglePerson,
  type LocalAccount,
} from './accounts';
import { AuthFailure } from './authErrors';
import {
  TOKEN_LIFETIME_SECONDS,
  issueIdToken,
  issueRefreshToken,
  readIdToken,
  readRefreshToken,
  secondsOf,
} from './idTokens';

export interface AuthContext {
  projectId: string;
  now(): Date;
  /** The stored accounts. With `openRecords<LocalAccount>(folder)` they survive a restart. */
  accounts: AccountRecords;
}

/** The provider's credentials: of the body, and of the address that the chooser has handed over. */
function credentialsOf(body: Record<string, unknown>): URLSearchParams {
  const { postBody, requestUri } = body;
  const credentials = new URLSearchParams(typeof postBody === 'string' ? postBody : '');
  if (typeof requestUri !== 'string' || !URL.canParse(requestUri))
    throw new AuthFailure('INVALID_REQUEST_URI');
  for (const [name, value] of new URL(requestUri).searchParams)
    if (!credentials.has(name)) credentials.set(name, value);
  if (credentials.get('providerId') !== 'google.com')
    throw new AuthFailure('OPERATION_NOT_ALLOWED : Only google.com is enabled in this project.');
  return credentials;
}

/**
 * `accounts:signInWithIdp`: exchanges the provider's credentials for Firebase's own tokens. As in the official
 * emulator, `id_token` is the claims of a Google ID token as plain JSON.
 */
export function signInWithIdp(context: AuthContext, body: Record<string, unknown>): object {
  const oauthIdToken = credentialsOf(body).get('id_token');
  const person = toPerson(oauthIdToken);
  const now = context.now().getTime();
  const { sub, email, name, emailVerified } = person;
  const known = accountOf(context.accounts, person);
  const answer = {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${sub}`,
    email,
    emailVerified,
    displayName: name,
    fullName: name,
    rawUserInfo: JSON.stringify({ sub, email, name, email_verified: emailVerified }),
    oauthIdToken,
  };
  const isOther = known !== undefined && known.sub !== sub;
  // An account is given over only to somebody whose address was verified.
  if (isOther && !emailVerified)
    return {
      ...answer,
      needConfirmation: true,
      localId: known.localId,
      verifiedProvider: ['google.com'],
    };
  if (known?.disabled) throw new AuthFailure('USER_DISABLED');
  const account = signInPerson(context.accounts, person, known, now);
  return {
    ...answer,
    localId: account.localId,
    ...(account.email === email && { emailVerified: isVerified(account) }),
    idToken: issueIdToken(context.projectId, account, now),
    refreshToken: issueRefreshToken(context.projectId, account),
    expiresIn: String(TOKEN_LIFETIME_SECONDS),
    ...(isOther && { emailRecycled: true }),
    isNewUser: !known,
  };
}

function toPerson(claims: string | null): GooglePerson {
  const { sub, email, name, email_verified: verified = false } = parseObject(claims ?? '') ?? {};
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || email === '')
    throw new AuthFailure('INVALID_IDP_RESPONSE : The ID token names no sub and email.');
  if (typeof verified !== 'boolean')
    throw new AuthFailure('INVALID_IDP_RESPONSE : email_verified is true or false.');
  return {
    sub,
    email: email.toLowerCase(),
    emailVerified: verified,
    name: typeof name === 'string' && name !== '' ? name : email,
  };
}

/** `accounts:lookup`. */
export function lookup(context: AuthContext, body: Record<string, unknown>): object {
  const account = signedIn(context, body);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toUserRecord(account)] };
}

/**
 * `accounts:delete`: users may delete their own accounts. A real project allows this unless it sets
 * `client.permissions.disabledUserDeletion`. The same person gets another uid at the next sign-in.
 */
export function deleteAccount(context: AuthContext, body: Record<string, unknown>): object {
  context.accounts.remove(signedIn(context, body).localId);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

function signedIn(context: AuthContext, body: Record<string, unknown>): LocalAccount {
  const user = readIdToken(body['idToken'], context.projectId, context.now());
  if (typeof user === 'string') throw new AuthFailure(user);
  return sessionOf(context, user);
}

/**
 * The account of a sign-in. Throws what the services answer when the sign-in has ended: the account was deleted or
 * disabled, or its tokens were revoked (https://firebase.google.com/docs/reference/rest/auth#section-refresh-token).
 */
function sessionOf(
  context: AuthContext,
  { uid, signedInAt }: { uid: string; signedInAt: number },
): LocalAccount {
  const account = context.accounts.get(uid);
  if (!account) throw new AuthFailure('USER_NOT_FOUND');
  if (account.disabled) throw new AuthFailure('USER_DISABLED');
  if (signedInAt < secondsOf(account.validSince ?? 0)) throw new AuthFailure('TOKEN_EXPIRED');
  return account;
}

function toUserRecord(account: LocalAccount): object {
  const { email, name } = account;
  const provider = account.provider ?? { email, name };
  return {
    localId: account.localId,
    displayName: name,
    email,
    emailVerified: isVerified(account),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
    validSince: String(secondsOf(account.validSince ?? account.createdAt)),
    providerUserInfo: [
      {
        providerId: 'google.com',
        rawId: account.sub,
        federatedId: `https://accounts.google.com/${account.sub}`,
        displayName: provider.name,
        email: provider.email,
      },
    ],
  };
}

/** `getProjectConfig` (`GET v1/projects`): returns the domains whose pages may open a popup. */
export function projectConfig({ projectId }: AuthContext): object {
  return { projectId, authorizedDomains: ['localhost', '127.0.0.1', '[::1]'] };
}

/** Secure Token v1, `POST v1/token`: exchanges a refresh token for a new ID token. */
export function refreshTokens(context: AuthContext, form: URLSearchParams): object {
  if (form.get('grant_type') !== 'refresh_token') throw new AuthFailure('INVALID_GRANT_TYPE');
  const refreshToken = form.get('refresh_token');
  const session = readRefreshToken(refreshToken, context.projectId);
  if (!session || !context.accounts.get(session.uid))
    throw new AuthFailure('INVALID_REFRESH_TOKEN');
  const account = sessionOf(context, session);
  const idToken = issueIdToken(context.projectId, account, context.now().getTime());
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: String(TOKEN_LIFETIME_SECONDS),
    token_type: 'Bearer',
    user_id: account.localId,
    project_id: context.projectId,
  };
}
