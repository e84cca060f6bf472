/** A place where Google allows no sign-in: inside another app, or in an app on an iOS home screen. */
export type PlaceWithoutSignIn = 'app' | 'homeScreen';

/**
 * User agents of browsers inside apps: Facebook, Instagram, TikTok, every Android WebView, and on Apple's systems
 * every WebKit without "Safari/" in its name ("like Safari/" is none; an iPad says "Macintosh"). Google refuses them by
 * their user agent (`disallowed_useragent`).
 */
const IN_APP = /FBA[NV]|FB_IAB|Instagram|musical_ly|TikTok|BytedanceWebview|; wv\)/;
const isInAppOfApple = (userAgent: string) =>
  /iPhone|iPad|iPod|Macintosh/.test(userAgent) &&
  userAgent.includes('AppleWebKit/') &&
  !userAgent.replaceAll('like Safari/', '').includes('Safari/');

/**
 * The kind of place if nobody can sign in here; undefined if signing in is possible. `standalone` is WebKit's own
 * property: true in an app on the home screen, where a page never gets a message from its popup.
 */
export function placeWithoutSignIn({
  userAgent,
  standalone,
}: {
  userAgent: string;
  standalone?: boolean;
}): PlaceWithoutSignIn | undefined {
  if (standalone === true) return 'homeScreen';
  return IN_APP.test(userAgent) || isInAppOfApple(userAgent) ? 'app' : undefined;
}
