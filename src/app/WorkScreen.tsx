import { useState } from 'react';
import type { ReviewAreaPorts } from '../features/reviews/useReviewArea';
import { WorkPage } from '../features/work/WorkPage';
import { reviewAreaWith } from './reviewArea';

interface WorkScreenProps {
  id: string;
  onMissing: () => void;
  ports: ReviewAreaPorts;
}

/** The work page joined with the review area. */
export default function WorkScreen({ id, onMissing, ports }: WorkScreenProps) {
  const [reviewArea] = useState(() => reviewAreaWith(ports));
  return <WorkPage id={id} onMissing={onMissing} reviewArea={reviewArea} />;
}
