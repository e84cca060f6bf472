import { AuthFailure } from './errors';
import type { AuthContext } from './identityToolkit';
import { TOKEN_LIFETIME_SECONDS, issueIdToken, readRefreshToken } from './tokens';

/** Secure Token v1, `POST v1/token`: a fresh ID token for a refresh token. */
export function refreshTokens(context: AuthContext, form: URLSearchParams): object {
  if (form.get('grant_type') !== 'refresh_token') throw new AuthFailure('INVALID_GRANT_TYPE');
  const refreshToken = form.get('refresh_token');
  const localId = readRefreshToken(refreshToken, context.projectId);
  if (localId === undefined) throw new AuthFailure('INVALID_REFRESH_TOKEN');
  const account = context.accounts.get(localId);
  if (!account) throw new AuthFailure('USER_NOT_FOUND');
  const idToken = issueIdToken(context.projectId, account, context.now().getTime());
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: String(TOKEN_LIFETIME_SECONDS),
    token_type: 'Bearer',
    user_id: localId,
    project_id: context.projectId,
  };
}
