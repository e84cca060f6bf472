import { Navigate, useLocation } from 'react-router-dom';

/**
 * Leads to the landing page, and leaves no entry in the history. What the address names beside the page stays: an open
 * form, a place, a wish.
 */
export function ToLanding() {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: '/', search, hash }} replace />;
}
