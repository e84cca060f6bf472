import { publicDocuments } from './cases/publicDocuments';
import { testSections } from './cases/section';

testSections(publicDocuments);
