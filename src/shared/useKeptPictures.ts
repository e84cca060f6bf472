import { useEffect } from 'react';
import { useServices } from './services';

/** Keeps the pictures of this page, of which there are `count`: each in an idle moment, one after another. */
export function useKeptPictures(count: number): void {
  const { later } = useServices();
  useEffect(() => {
    const page = location.pathname;
    let isOff = false;
    let callOff = later(async () => {
      // Where it does not load, the next page tries again.
      const { keepPictures } = await import('./keepPictures');
      if (!isOff) callOff = keepPictures(later, page);
    });
    return () => {
      isOff = true;
      callOff();
    };
  }, [later, count]);
}
