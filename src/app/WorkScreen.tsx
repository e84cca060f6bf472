import { WorkPage } from '../features/work/WorkPage';
import { reviewArea } from './reviewArea';

interface WorkScreenProps {
  id: string;
  onMissing: () => void;
}

/** The work page joined with the review area. */
export default function WorkScreen({ id, onMissing }: WorkScreenProps) {
  return <WorkPage id={id} onMissing={onMissing} reviewArea={reviewArea} />;
}
