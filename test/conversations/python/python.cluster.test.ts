import { replay } from '../replay.ts';
import { python } from './conversation.ts';
import { missingPython } from './environment.ts';

replay(python, { missing: missingPython() });
