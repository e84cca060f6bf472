import { storage } from './cases/storage';
import { testSections } from './cases/section';

testSections(storage);
