import { replay } from '../replay.ts';
import { missingPython } from '../python/environment.ts';
import { ansible } from './conversation.ts';

replay(ansible, { missing: missingPython() });
