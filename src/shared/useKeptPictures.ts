import { useEffect } from 'react';
import { log } from './log';
import { useServices } from './services';

/** Keeps the pictures of this page, of which there are `count`: each in an idle moment, one after another. */
export function useKeptPictures(count: number): void {
  const { later } = useServices();
  useEffect(() => {
    const page = location.pathname;
    let isOff = false;
    let callOff = later(async () => {
      try {
        const { keepPictures } = await import('./keepPictures');
        if (!isOff) callOff = keepPictures(later, page);
      } catch (error) {
        log('The pictures of this page are not kept.', error);
      }
    });
    return () => {
      isOff = true;
      callOff();
    };
  }, [later, count]);
}
