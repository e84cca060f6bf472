import { useEffect } from 'react';
import { loadRequestContent } from '../features/request/loadRequestContent';
import { useAppContext } from './context';
import { isGoodConnection } from './follow';

/**
 * Loads the request form's code before it is asked for: when its turn has come and the connection can
 * afford it, else as soon as a press on, or the focus of, a link to `hash` announces it.
 */
export function usePreloadedForm(hash: string): void {
  const { later } = useAppContext();
  useEffect(() => {
    const load = () =>
      loadRequestContent().catch(() => {
        // Nobody has asked for it yet; who opens the form tries again and is told.
      });
    const onIntent = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`a[href$="${hash}"]`)) void load();
    };
    const callOff = later(async () => {
      if (navigator.onLine && isGoodConnection()) await load();
    });
    document.addEventListener('pointerdown', onIntent);
    document.addEventListener('focusin', onIntent);
    return () => {
      callOff();
      document.removeEventListener('pointerdown', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [hash, later]);
}
