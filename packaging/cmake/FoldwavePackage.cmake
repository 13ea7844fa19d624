# What is installed besides the programs, and the packages made of it: foldwave_*.deb and foldwave-*.tar.gz.
set(CMAKE_INSTALL_DOCDIR share/doc/foldwave)
include(GNUInstallDirs)
set(_linux "${CMAKE_CURRENT_SOURCE_DIR}/packaging/linux")
set(_id org.foldwave.Foldwave)

install(DIRECTORY resources/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/foldwave PATTERN "*.py" EXCLUDE)
install(DIRECTORY resources/gallery DESTINATION ${CMAKE_INSTALL_DATADIR}/foldwave)
install(FILES packaging/linux/foldwave-cli.bash RENAME foldwave-cli
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packaging/linux/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(FOLDWAVE_WITH_QT)
  install(FILES ${_linux}/${_id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${_linux}/${_id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${_linux}/${_id}.mime.xml RENAME ${_id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES resources/icons/foldwave.svg RENAME ${_id}.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

# Manual pages are what the programs themselves say, and a few words more.
find_program(FOLDWAVE_HELP2MAN help2man)
find_program(FOLDWAVE_GZIP gzip)
set(_pages)
function(foldwave_manual program about help)
  set(page "${CMAKE_BINARY_DIR}/man/${program}.1.gz")
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/man
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen PATH=$<TARGET_FILE_DIR:${program}>:$ENV{PATH}
            ${FOLDWAVE_HELP2MAN} --no-info --no-discard-stderr --version-string=${PROJECT_VERSION} --name=${about}
            --help-option=${help} --include=${_linux}/${program}.1.txt --output=man/${program}.1 ${program}
    COMMAND ${FOLDWAVE_GZIP} -9nf man/${program}.1
    DEPENDS ${program} ${_linux}/${program}.1.txt
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMENT "Manual page of ${program}" VERBATIM)
  set(_pages ${_pages} ${page} PARENT_SCOPE)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()
if(FOLDWAVE_HELP2MAN AND FOLDWAVE_GZIP)
  # help2man runs the options of nested commands together: this program writes its own page.
  set(_page "${CMAKE_BINARY_DIR}/man/foldwave-cli.1.gz")
  add_custom_command(
    OUTPUT ${_page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/man
    COMMAND sh -c "LC_ALL=C.UTF-8 '$<TARGET_FILE:foldwave-cli>' --manual | cat - '${_linux}/foldwave-cli.1.end' | '${FOLDWAVE_GZIP}' -9n >man/foldwave-cli.1.gz"
    DEPENDS foldwave-cli ${_linux}/foldwave-cli.1.end
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMENT "Manual page of foldwave-cli" VERBATIM)
  list(APPEND _pages ${_page})
  install(FILES ${_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  if(FOLDWAVE_WITH_QT)
    foldwave_manual(foldwave "geological modelling: fold rock, send waves through it, see both" --help)
  endif()
  set(_news "${CMAKE_BINARY_DIR}/man/changelog.gz")
  add_custom_command(
    OUTPUT ${_news}
    COMMAND ${CMAKE_COMMAND} -E copy ${_linux}/changelog man/changelog
    COMMAND ${FOLDWAVE_GZIP} -9nf man/changelog
    DEPENDS ${_linux}/changelog ${_pages} WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
  install(FILES ${_news} DESTINATION ${CMAKE_INSTALL_DOCDIR})
  if(FOLDWAVE_WITH_PYTHON)
    install(FILES ${_news} DESTINATION share/doc/python3-foldwave COMPONENT python)
  endif()
  add_custom_target(manuals ALL DEPENDS ${_pages} ${_news})
endif()

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME foldwave)
set(CPACK_PACKAGE_VENDOR "The Foldwave developers")
set(CPACK_PACKAGE_CONTACT "The Foldwave developers <foldwave@foldwave.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "geological modelling: folded rock and seismic waves")
set(CPACK_PACKAGE_DESCRIPTION
    "Draw one horizon, say how the rock folded, and see the whole folded volume;
give each layer a velocity, fire a seismic source through it, watch the wave
cross the fold and read the gather. Results open in ParaView and as SEG-Y.
The program foldwave-cli does the same without a screen.")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "https://foldwave.org")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Icons come by a plug-in of Qt that no library names.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libqt6svg6)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-dejavu-core, ffmpeg")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "paraview, gdal-bin")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
# The Python module is a Debian package of its own; the archive holds all.
if(FOLDWAVE_WITH_PYTHON)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL Unspecified python)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME foldwave)
  set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-foldwave)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  math(EXPR _next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${_next}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS foldwave)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
      "The stages of Foldwave as a Python module: a scenario is a dict, folds,
waves and images come as numpy arrays.")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "${CPACK_COMPONENT_PYTHON_DESCRIPTION}")
  install(FILES packaging/linux/copyright DESTINATION share/doc/python3-foldwave COMPONENT python)
endif()
include(CPack)
