import { requests } from './cases/requests';
import { testSections } from './cases/section';

testSections(requests);
