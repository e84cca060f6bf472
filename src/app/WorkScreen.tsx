import { useState } from 'react';
import { WorkPage } from '../features/work/WorkPage';
import { useAppContext } from './context';
import { reviewAreaWith } from './reviewArea';
import type { AppServices } from './services';

interface WorkScreenProps {
  id: string;
  onMissing: () => void;
  ports: AppServices['reviews'];
}

/** The work page joined with the review area. */
export default function WorkScreen({ id, onMissing, ports }: WorkScreenProps) {
  const { safety } = useAppContext();
  const [reviewArea] = useState(() =>
    reviewAreaWith({
      ...ports,
      reportBusy: (isBusy) => safety.report('the review area', isBusy),
    }),
  );
  return <WorkPage id={id} onMissing={onMissing} reviewArea={reviewArea} />;
}
