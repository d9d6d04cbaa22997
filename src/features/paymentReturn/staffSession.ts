/**
 * Whether somebody of a shop's staff seems to be signed in in this browser: a session of our own accounts is kept in
 * local storage, one of Clerk in a cookie. It decides only where a person is led; the server decides what they see.
 */
export function seemsSignedIn(): boolean {
  return hasOwnSession() || /(?:^|;\s*)__session=[^;]/.test(document.cookie);
}

function hasOwnSession(): boolean {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith("__convexAuthRefreshToken"));
  } catch {
    // Blocked storage: nobody can be signed in with our own accounts then.
    return false;
  }
}
