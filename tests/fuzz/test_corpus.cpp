// Protects what the fuzzers once found and what they start from: every file of the corpus goes through its
// reader, whole, cut at many places and with single bytes changed, and is read or refused, never more.
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QTest>

#include "core/formats/stations/miniseed.hpp"
#include "readers.hpp"
#include "tests/test_program.hpp"

namespace test_corpus {

using namespace foldwave;
using namespace foldwave::fuzz;

class TestCorpus : public QObject {
  Q_OBJECT

 private slots:
  void every_file_is_read_or_refused_data() {
    QTest::addColumn<int>("reader");
    for (std::size_t i = 0; i < readers().size(); ++i)
      QTest::newRow(std::string(readers()[i].name).c_str()) << static_cast<int>(i);
  }
  void every_file_is_read_or_refused() {
    QFETCH(int, reader);
    const Reader& tried = readers()[static_cast<std::size_t>(reader)];
    const QString name = QString::fromUtf8(tried.name.data(), static_cast<qsizetype>(tried.name.size()));
    if (name == "miniseed" && !has_miniseed()) FOLDWAVE_NOT_HERE("libmseed-dev");
    QDir folder(QString(FOLDWAVE_SOURCE_DIR "/tests/fuzz/corpus/") + (name == "csv_columns" ? "csv" : name));
    const QStringList files = folder.entryList(QDir::Files, QDir::Name);
    QVERIFY2(files.size() >= 2, qPrintable(folder.path()));
    int read = 0, refused = 0;
    for (const QString& entry : files) {
      QFile file(folder.filePath(entry));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const std::string bytes = file.readAll().toStdString();
      // By its name: what a good file holds is read. With columns of others it may not be.
      const bool whole = run(tried, bytes);
      const bool is_own = name != "csv_columns";
      if (is_own && entry.startsWith("good")) QVERIFY2(whole, qPrintable(entry));
      if (is_own && entry.startsWith("bad")) QVERIFY2(!whole, qPrintable(entry));
      const std::size_t step = bytes.size() / 200 + 1;
      for (std::size_t at = 0; at < bytes.size(); at += step) {
        run(tried, std::string_view(bytes).substr(0, at)) ? ++read : ++refused;
        for (const char changed : {'\0', '-', ',', '9', '\xff'}) {
          std::string other = bytes;
          other[at] = changed;
          run(tried, other) ? ++read : ++refused;
        }
      }
    }
    QVERIFY(read > 0 && refused > 0);
  }
};

}  // namespace test_corpus

FOLDWAVE_TEST(test_corpus, run_guiless<test_corpus::TestCorpus>)
#include "test_corpus.moc"
