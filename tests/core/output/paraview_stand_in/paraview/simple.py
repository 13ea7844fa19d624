# Takes every call that the exported script makes, and keeps what readers were given.
readers = {}


class Anything:
    def __getattr__(self, name):
        return Anything()

    def __call__(self, *args, **options):
        return Anything()

    def __iter__(self):
        return iter([1.0, 1.0, 1.0])

    def __getitem__(self, i):
        return 0.0


def reader(FileName):
    taken = Anything()
    taken.FileName = FileName
    readers[len(readers), ''] = taken
    return taken


def GetSources():
    return readers


XMLImageDataReader = XMLPolyDataReader = PVDReader = VTKHDFReader = reader
for _name in ('ColorBy', 'GetActiveViewOrCreate', 'GetAnimationScene', 'GetColorTransferFunction', 'Hide', 'Render',
              'ResetCamera', 'Show', 'Slice'):
    globals()[_name] = Anything()
