import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { structNamed, structOfKind } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { readMessage } from '../../../../lib/apiserver/protobuf/read-message.ts';
import { writeMessage } from '../../../../lib/apiserver/protobuf/write-message.ts';
import { asWritten } from '../../../../lib/apiserver/objects/zero-values.ts';
import { equal, is, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const TABLE = join(import.meta.dirname, '../../../../lib/apiserver/builtin/tables/go-types.json');

suite('structNamed', (test) => {
  test('reads all structs of the table, whose zeros make the way to protobuf and back', () => {
    const { structs } = JSON.parse(readFileSync(TABLE, 'utf8')) as { readonly structs: object };
    const names = Object.keys(structs);
    ok(names.length > 400);
    for (const name of names) {
      const struct = structNamed(name);
      const zero = readMessage(struct, Buffer.alloc(0));
      equal(zero, asWritten(struct, {}), name);
      equal(readMessage(struct, writeMessage(struct, zero)), zero, name);
    }
  });

  test('refuses a name that the table lacks', () => {
    throws(() => structNamed('core.v1.Nothing'), /^cannot find the Go struct core\.v1\.Nothing/u);
    is(structOfKind('v1/Nothing'), undefined);
  });

  test('knows fields of embedded structs and of other packages', () => {
    const [name, source] = structNamed('core.v1.Volume').fields;
    equal(
      [name?.name, source?.name, source?.type],
      ['name', undefined, { kind: 'struct', name: 'core.v1.VolumeSource' }],
    );
    const metadata = structNamed('core.v1.Pod').fields[0];
    equal(metadata?.type, { kind: 'struct', name: 'meta.v1.ObjectMeta' });
  });
});
