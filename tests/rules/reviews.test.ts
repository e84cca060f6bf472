import { reviews } from './cases/reviews';
import { testSections } from './cases/section';

testSections(reviews);
